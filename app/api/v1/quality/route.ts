import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({
  project: z.string().min(1).max(80),
  examples: z.coerce.number().int().min(0).max(1000).default(0),
  seed: z.coerce.number().int().min(0).default(1),
})

/** What the detectors make of a project. Reads only. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const query = readQuery(request, querySchema)
    return await (await getLoupe()).doors.quality(query)
  })
}
