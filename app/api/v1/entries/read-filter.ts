import { z } from 'zod'
import { readQuery } from '@/app/guard.ts'
import { ENTRY_FACETS, type EntryFilter, entryFilterSchema } from '@/lib/memory/entry-filter.ts'

const filterSchema = z.object({
  q: z.string().nullable(),
  filter: z.string().nullable(),
  ids: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})

/** The filter in an address: `q` words, `filter` an expression, `ids`, `from` and `to` days, and a parameter a facet with commas between values. */
export function readEntryFilter(request: Request, projectId: string): EntryFilter {
  const { searchParams } = new URL(request.url)
  const { q, filter, ids, from, to } = readQuery(request, filterSchema)
  const facets = Object.fromEntries(
    ENTRY_FACETS.flatMap((facet) => {
      const values = (searchParams.get(facet) ?? '').split(',').filter(Boolean).slice(0, 50)
      return values.length === 0 ? [] : [[facet, values]]
    }),
  )
  return entryFilterSchema.parse({
    projectId,
    text: q ?? '',
    facets,
    ...(filter ? { expression: filter } : {}),
    ...(ids ? { ids: ids.split(',').filter(Boolean) } : {}),
    ...(from || to ? { created: { ...(from ? { from } : {}), ...(to ? { to } : {}) } } : {}),
  })
}
