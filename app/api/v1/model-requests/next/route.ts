import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({ project: z.string().min(1).max(80).nullable() })

/**
 * The request that has waited longest for an answer, and how many wait; `request` is null when none does. `more` = the project's work
 * goes on and may ask for more in a moment; null without a project.
 */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { project } = readQuery(request, querySchema)
    const { models } = await getLoupe()
    // Looked at first: work that ends in between has asked by then.
    const state = project === null ? null : (await models.status({ project })).job?.state
    const { rows, count } = await models.waiting({ project, offset: 0, limit: 1 })
    return {
      request: rows[0] ?? null,
      count,
      more: project === null ? null : state === 'waiting' || state === 'running',
    }
  })
}
