import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Draws a blind reading: entries of several extractors over the same stages. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    return await (await getLoupe()).run('drawBlind', await readJsonBody(request))
  })
}
