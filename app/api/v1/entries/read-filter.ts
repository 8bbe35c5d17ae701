import { z } from 'zod'
import { readNamed, readQuery } from '@/app/guard.ts'
import { ENTRY_FACETS } from '@/lib/memory/filter/entry-fields.ts'
import { type AskedFilter, askedFilterSchema, type EntryFilter } from '@/lib/memory/filter/entry-filter.ts'
import { getLoupe } from '@/lib/runtime.ts'

const filterSchema = z.object({
  q: z.string().nullable(),
  filter: z.string().nullable(),
  ids: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  like: z.string().nullable(),
  area: z.string().nullable(),
  method: z.string().nullable(),
})

/** The filter in an address: `q` words, `filter` an expression, `ids`, `from` and `to` days, `like` an entry, `area` of the map with its `method`, and a parameter a facet with commas between values. */
export async function readEntryFilter(request: Request, projectId: string): Promise<EntryFilter> {
  return await (await getLoupe()).memories.resolveFilter(readAskedFilter(request, projectId))
}

function readAskedFilter(request: Request, projectId: string): AskedFilter {
  const { q, filter, ids, from, to, like, area, method } = readQuery(request, filterSchema)
  const chosen = readNamed(request, ENTRY_FACETS)
  const facets = Object.fromEntries(
    ENTRY_FACETS.flatMap((facet) => {
      const values = (chosen[facet] ?? '').split(',').filter(Boolean).slice(0, 50)
      return values.length === 0 ? [] : [[facet, values]]
    }),
  )
  return askedFilterSchema.parse({
    projectId,
    text: q ?? '',
    facets,
    ...(filter ? { expression: filter } : {}),
    ...(ids ? { ids: ids.split(',').filter(Boolean) } : {}),
    ...(like ? { like } : {}),
    ...(area ? { area, ...(method ? { method } : {}) } : {}),
    ...(from || to ? { created: { ...(from ? { from } : {}), ...(to ? { to } : {}) } } : {}),
  })
}
