import { z } from 'zod'
import { answerRoute } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({ project: z.string().min(1).max(80), level: z.enum(['task', 'subtask']) })

/** Queries whose labels come from the runs' own patches. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams))
    return await (await getLoupe()).doors.sameFileQueries(query)
  })
}
