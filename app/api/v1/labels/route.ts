import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({ project: z.string().min(1).max(80), level: z.enum(['task', 'subtask']) })

/** Queries whose labels come from the runs' own patches. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const query = readQuery(request, querySchema)
    return await (await getLoupe()).doors.sameFileQueries(query)
  })
}
