import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Puts an extractor in service in a project; the answer's revision can be undone. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('serveExtractor', await readJsonBody(request)),
  )
}
