import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({
  project: z.string().nullable(),
  q: z.string().max(200).nullable(),
  outcome: z.enum(['resolved', 'unresolved', 'unknown']).nullable(),
  offset: z.coerce.number().int().min(0).nullable(),
  limit: z.coerce.number().int().min(1).max(500).nullable(),
})

export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const query = readQuery(request, querySchema)
    const loupe = await getLoupe()
    const { id: projectId } = await loupe.memories.project(query.project)
    const { q, outcome, offset, limit } = query
    return await loupe.memories.listEpisodes({
      projectId,
      text: q ?? '',
      outcome,
      offset: offset ?? 0,
      limit: limit ?? 100,
    })
  })
}
