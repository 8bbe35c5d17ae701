import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** How episodes ended; joined to what was served in them. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(
    request,
    async () => await (await getLoupe()).run('reportOutcomes', await readJsonBody(request)),
  )
}
