import { answerRoute, readParameters } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** What the detectors make of a project. Reads only. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () =>
      await (await getLoupe()).run('quality', readParameters(request, ['project', 'examples', 'seed'])),
  )
}
