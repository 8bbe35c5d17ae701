import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { MOST_QUESTION_CHARACTERS } from '@/lib/memory/studies/retrieval.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Orders a batch: its questions as pasted text (lines, JSON Lines or CSV) and what is compared. Gives its id at once. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () =>
      await (await getLoupe()).run('orderBatch', await readJsonBody(request, 4 * MOST_QUESTION_CHARACTERS)),
  )
}
