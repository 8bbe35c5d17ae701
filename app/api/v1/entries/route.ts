import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { ENTRY_FACETS, ENTRY_SORTS, type EntryQuery } from '@/lib/memory/views.ts'
import { getLoupe } from '@/lib/runtime.ts'

const querySchema = z.object({
  project: z.string().nullable(),
  q: z.string().nullable(),
  sort: z.enum(ENTRY_SORTS).nullable(),
  desc: z.enum(['0', '1']).nullable(),
  offset: z.coerce.number().int().min(0).nullable(),
  limit: z.coerce.number().int().min(1).max(500).nullable(),
})

export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { searchParams } = new URL(request.url)
    const query = readQuery(request, querySchema)
    const loupe = await getLoupe()
    const { id: projectId } = await loupe.project(query.project)
    const facets: EntryQuery['facets'] = {}
    for (const facet of ENTRY_FACETS) {
      const values = (searchParams.get(facet) ?? '').split(',').filter(Boolean).slice(0, 50)
      if (values.length > 0) facets[facet] = values
    }
    return await loupe.listEntries({
      projectId,
      text: query.q ?? '',
      facets,
      sort: query.sort ?? 'created',
      descending: (query.desc ?? '1') === '1',
      offset: query.offset ?? 0,
      limit: query.limit ?? 100,
    })
  })
}
