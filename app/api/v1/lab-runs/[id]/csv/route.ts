import { answerText, type OneThing } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** The queries and winners of a done batch as CSV. */
export async function GET(request: Request, { params }: OneThing): Promise<Response> {
  return await answerText(request, async () => ({
    fileName: 'batch.csv',
    pieces: await (await getLoupe()).lab.batches.csv((await params).id),
  }))
}
