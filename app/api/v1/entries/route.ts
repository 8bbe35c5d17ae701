import { z } from 'zod'
import { answerRoute, readQuery } from '@/app/guard.ts'
import { ENTRY_SORTS } from '@/lib/memory/filter/entry-fields.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { readEntryFilter } from './read-filter.ts'

const querySchema = z.object({
  project: z.string().nullable(),
  sort: z.enum(ENTRY_SORTS).nullable(),
  desc: z.enum(['0', '1']).nullable(),
  offset: z.coerce.number().int().min(0).nullable(),
  limit: z.coerce.number().int().min(1).max(500).nullable(),
})

/** One page of the entries that a filter means, with facet counts. */
export async function GET(request: Request): Promise<Response> {
  return await answerRoute(request, async () => {
    const { project, sort, desc, offset, limit } = readQuery(request, querySchema)
    const loupe = await getLoupe()
    const { id: projectId } = await loupe.memories.project(project)
    return await loupe.memories.listEntries({
      ...(await readEntryFilter(request, projectId)),
      sort: sort ?? 'created',
      descending: (desc ?? '1') === '1',
      offset: offset ?? 0,
      limit: limit ?? 100,
    })
  })
}
