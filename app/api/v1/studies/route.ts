import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { MOST_QUESTION_CHARACTERS } from '@/lib/memory/studies/retrieval.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Orders a study: the name of its design, and what the order of that design takes. Gives its id at once. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () =>
      await (await getLoupe()).run('orderStudy', await readJsonBody(request, 4 * MOST_QUESTION_CHARACTERS)),
  )
}
