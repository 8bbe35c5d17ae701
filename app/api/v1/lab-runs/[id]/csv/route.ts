import { answerText } from '@/app/guard.ts'
import { batchCsv } from '@/lib/experiments/batch-csv.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** The queries and winners of a kept batch as CSV. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  return await answerText(request, async () => {
    const run = await (await getLoupe()).lab.getRun((await params).id)
    return { fileName: 'batch.csv', pieces: onePiece(batchCsv(run)) }
  })
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}
