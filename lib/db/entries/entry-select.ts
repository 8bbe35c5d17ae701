import { CATEGORIES } from '../../memory/category.ts'
import { ENTRY_FACETS, type EntryFacet } from '../../memory/filter/entry-facet.ts'
import type { EntryList, EntryQuery, FacetCount } from '../../memory/views/entries.ts'
import type { Store } from '../store.ts'
import { type Column, type EntryTable, rowsByObjective } from './entry-table.ts'

/** Values of a facet that a page is given; a longer list is for the search. */
const VALUES_SHOWN = 50

const LIVE_STATES = ['quarantined', 'candidate', 'approved']

/**
 * Rows that match, oldest first, and for each facet the counts given all *other* filters.
 * `admitted` are the numbers that the rest of the filter lets through (null = all); `hides` = no state, or no service, was chosen.
 */
export function countFacets(
  table: EntryTable,
  chosen: EntryQuery['facets'],
  admitted: ReadonlySet<number> | null,
  hides: { retired: boolean; beside: boolean },
): Pick<EntryList, 'facets' | 'totalCount'> & { matched: number[] } {
  const tests = ENTRY_FACETS.flatMap((facet) => {
    const wanted =
      facet === 'lifecycle' && hides.retired
        ? LIVE_STATES
        : facet === 'service' && hides.beside
          ? ['in']
          : (chosen[facet] ?? [])
    if (wanted.length === 0) return []
    const { codes, values } = table.facets[facet]
    return [{ facet, codes, passes: values.map((some) => some.some((value) => wanted.includes(value))) }]
  })
  const live = table.facets.lifecycle.values.map(([state]) => LIVE_STATES.includes(state ?? ''))
  const shown = table.facets.service.values.map(([value]) => !hides.beside || value === 'in')
  const tallies = Object.fromEntries(
    ENTRY_FACETS.map((facet) => [facet, new Uint32Array(table.facets[facet].values.length)]),
  ) as Record<EntryFacet, Uint32Array>
  const columns = ENTRY_FACETS.map((facet) => ({
    facet,
    codes: table.facets[facet].codes,
    tally: tallies[facet],
  }))

  const matched: number[] = []
  let totalCount = 0
  for (let row = 0; row < table.seqs.length; row++) {
    if (live[table.facets.lifecycle.codes[row] ?? -1] && shown[table.facets.service.codes[row] ?? -1])
      totalCount++
    if (admitted && !admitted.has(table.seqs[row] ?? -1)) continue
    let failed: EntryFacet | null = null
    let failures = 0
    for (const { facet, codes, passes } of tests) {
      if (passes[codes[row] ?? -1]) continue
      failed = facet
      if (++failures > 1) break
    }
    if (failures > 1) continue
    if (failures === 0) matched.push(row)
    for (const { facet, codes, tally } of columns) {
      if (failures === 1 && facet !== failed) continue
      const code = codes[row] ?? 0
      tally[code] = (tally[code] ?? 0) + 1
    }
  }
  const facets = Object.fromEntries(
    ENTRY_FACETS.map((facet) => [facet, countsOf(table.facets[facet], tallies[facet])]),
  ) as EntryList['facets']
  return { matched, totalCount, facets }
}

function countsOf({ values }: Column, tally: Uint32Array): FacetCount[] {
  const counts = new Map<string, number>()
  for (const [code, count] of tally.entries())
    if (count > 0) for (const value of values[code] ?? []) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, VALUES_SHOWN)
}

/** The rows in the order asked for; ties stand by creation, in the same direction. */
export async function sortedRows(
  store: Store,
  query: Pick<EntryQuery, 'projectId' | 'sort' | 'descending' | 'ids'>,
  table: EntryTable,
  rows: number[],
): Promise<number[]> {
  const sorted =
    query.sort === 'created'
      ? rows
      : query.sort === 'objective'
        ? within(await rowsByObjective(store, query.projectId, table), rows)
        : query.sort === 'likeness'
          ? byRank(rows, nearness(query.ids ?? [], table), table.seqs.length)
          : byRank(rows, rankOf(query.sort, table), table.seqs.length)
  return query.descending ? sorted.toReversed() : sorted
}

function within(order: number[], rows: number[]): number[] {
  if (order.length === rows.length) return order
  const wanted = new Set(rows)
  return order.filter((row) => wanted.has(row))
}

/** Rank and row in one number, so that the engine's own sort of numbers does the work. */
function byRank(rows: number[], rank: (row: number) => number, size: number): number[] {
  const keys = Float64Array.from(rows, (row) => rank(row) * size + row).sort()
  return Array.from(keys, (key) => key % size)
}

/** The list of ids says who is near, the nearest first. */
function nearness(ids: readonly string[], table: EntryTable): (row: number) => number {
  const ranks = new Map(ids.map((id, place) => [id, ids.length - place]))
  return (row) => ranks.get(table.ids[row] ?? '') ?? 0
}

function rankOf(sort: 'category' | 'served' | 'repo', table: EntryTable): (row: number) => number {
  if (sort === 'served') return (row) => table.served[row] ?? 0
  const { codes, values } = table.facets[sort]
  const words: readonly string[] =
    sort === 'category'
      ? CATEGORIES
      : ['none', ...values.flatMap(([value]) => (value === 'none' ? [] : (value ?? []))).sort()]
  const ranks = values.map(([value]) => words.indexOf(value ?? ''))
  return (row) => ranks[codes[row] ?? -1] ?? 0
}
