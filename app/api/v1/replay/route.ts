import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Retrieval quality over labelled queries. Reads only. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('replay', await readJsonBody(request, 16 * 1_048_576)),
  )
}
