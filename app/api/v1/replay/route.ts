import { answerRoute, readJsonBody } from '@/app/guard.ts'
import { replayRequestSchema } from '@/lib/experiments/replay.ts'
import { getLoupe } from '@/lib/runtime.ts'

/** Retrieval quality over labelled queries. Reads only. */
export async function POST(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const body = replayRequestSchema.parse(await readJsonBody(request, 16 * 1_048_576))
    return await (await getLoupe()).doors.replay(body)
  })
}
