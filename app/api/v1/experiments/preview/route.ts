import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** What a set of files would become. Stores nothing. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('previewRuns', await readJsonBody(request, 1_048_576)),
  )
}
