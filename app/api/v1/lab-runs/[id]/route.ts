import { answerText, type OneThing } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** A done batch whole, as JSON. */
export async function GET(request: Request, { params }: OneThing): Promise<Response> {
  return await answerText(request, async () => ({
    fileName: 'batch.json',
    pieces: await (await getLoupe()).lab.batches.json((await params).id),
  }))
}
