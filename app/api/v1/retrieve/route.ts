import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { retrieveRequestSchema } from '@/lib/memory/retrieval.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Two-stage retrieval. Reads only: nothing is logged. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const body = retrieveRequestSchema.parse(await readJsonBody(request))
    return await (await getLoupe()).doors.retrieve(body)
  })
}
