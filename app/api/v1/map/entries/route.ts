import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { MAP_FACETS } from '@/lib/memory/map.ts'
import { readMap } from '../read-map.ts'

const querySchema = z.object({
  area: z.string().nullable(),
  facet: z.enum(MAP_FACETS).nullable(),
  value: z.string().min(1).max(300).nullable(),
  offset: z.coerce.number().int().min(0).nullable(),
  limit: z.coerce.number().int().min(1).max(500).nullable(),
})

/** Entries inside an area of the map, newest first; all of them without an area. `facet` and `value` narrow. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { loupe, projectId, method } = await readMap(request)
    const { area, facet, value, offset, limit } = readQuery(request, querySchema)
    return await loupe.memories.listEntries({
      projectId,
      text: '',
      facets: facet !== null && value !== null ? { [facet]: [value] } : {},
      ...(area === null ? {} : { ids: await loupe.retrieval.map.idsInside({ projectId, method, area }) }),
      sort: 'created',
      descending: true,
      offset: offset ?? 0,
      limit: limit ?? 100,
    })
  })
}
