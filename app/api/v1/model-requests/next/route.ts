import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({ project: z.string().min(1).max(80).nullable() })

/** The request that has waited longest for an answer, and how many wait; `request` is null when none does. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { project } = readQuery(request, querySchema)
    const { rows, count } = await (await getLoupe()).models.waiting({ project, offset: 0, limit: 1 })
    return { request: rows[0] ?? null, count }
  })
}
