import { answerRoute, readParameters } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Queries whose labels come from the runs' own patches. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () =>
      await (await getLoupe()).run('sameFileQueries', readParameters(request, ['project', 'level'])),
  )
}
