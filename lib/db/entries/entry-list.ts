import {
  byFacet,
  COLUMN_FACETS,
  closedValues,
  ENTRY_FACETS,
  type EntryFacet,
  entryField,
} from '../../memory/filter/entry-fields.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import { parseExpression, wantedWords } from '../../memory/filter/filter-expression.ts'
import { snippetOf } from '../../memory/text/snippet.ts'
import type { EntryList, EntryPlace, EntryQuery, EntryRow, FacetCount } from '../../memory/views/entries.ts'
import { untilNextCommit } from '../commit-cache.ts'
import { oneOfNumbers } from '../dialect.ts'
import type { Store } from '../store.ts'
import { rowsOf, selectList } from '../tables.ts'
import { isSilentOn, narrowingWhere } from './entry-filter-sql.ts'
import { type Column, type EntryTable, freshTable, rowsByObjective } from './entry-table.ts'

/** One page of the entries that match, the true number of matches, and the facets' counts given all other filters. */
export async function listEntries(store: Store, query: EntryQuery): Promise<EntryList> {
  const selected = await selectEntries(store, query)
  if (!selected) return NOTHING
  const { table, rows, ...counts } = selected
  const page = rows.slice(query.offset, query.offset + query.limit)
  return { rows: await readPage(store, query, table, page), ...counts }
}

/** Where an entry stands among those that match, and which come before and after it; null when it does not match (any more). */
export async function neighboursInFilter(
  store: Store,
  id: string,
  query: Omit<EntryQuery, 'offset' | 'limit'>,
): Promise<EntryPlace | null> {
  const selected = await selectEntries(store, query)
  if (!selected) return null
  const { table, rows } = selected
  const position = rows.indexOf(table.ids.indexOf(id))
  if (position < 0) return null
  const idAt = (place: number) => table.ids[rows[place] ?? -1] ?? null
  return {
    previous: position === 0 ? null : idAt(position - 1),
    next: idAt(position + 1),
    position: position + 1,
    count: rows.length,
  }
}

type Selected = Omit<EntryList, 'rows'> & {
  table: EntryTable
  /** Rows of the table that match, in the order asked for. */
  rows: number[]
}

/** What a filter means now. Whoever turns a page, comes back or goes to the next entry asks for the same again. */
async function selectEntries(
  store: Store,
  query: Omit<EntryQuery, 'offset' | 'limit'>,
): Promise<Selected | null> {
  const { projectId, text, facets, expression, ids, created, sort, descending } = query
  const read = () => selectNow(store, query)
  // A list of ids is as long as the store; it would be the key.
  if (ids) return await read()
  const key = JSON.stringify({ projectId, text, facets, expression, created, sort, descending })
  return await untilNextCommit(store, `entries ${key}`, read)
}

async function selectNow(
  store: Store,
  query: Omit<EntryQuery, 'offset' | 'limit'>,
): Promise<Selected | null> {
  const table = await freshTable(store, query.projectId)
  if (!table) return null
  const admitted = await admittedBy(store, query)
  const { matched, ...counts } = countFacets(table, query.facets, admitted, {
    retired: isSilentOn(query, 'lifecycle'),
    beside: isSilentOn(query, 'service'),
  })
  const rows = await sortedRows(store, query, table, matched)
  return { table, rows, matchCount: matched.length, days: await daysOf(store, query.projectId), ...counts }
}

/** A column of days tells nothing where all are the same. */
async function daysOf(store: Store, projectId: string): Promise<EntryList['days']> {
  const [row] = await rowsOf<{ firstAt: Date | null; lastAt: Date | null }>(
    store,
    'SELECT MIN("createdAt") AS "firstAt", MAX("createdAt") AS "lastAt" FROM "Entry" WHERE "projectId" = ?',
    projectId,
  )
  return row?.firstAt && row.lastAt ? { from: dayOf(row.firstAt), to: dayOf(row.lastAt) } : null
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const NOTHING: EntryList = {
  rows: [],
  matchCount: 0,
  totalCount: 0,
  facets: byFacet(() => []),
  days: null,
}

/** Numbers of the entries that text, expression, ids and time let through; null = all. */
async function admittedBy(store: Store, filter: EntryFilter): Promise<Set<number> | null> {
  const narrowing = narrowingWhere(filter)
  if (!narrowing) return null
  const seqs = await selectList<number>(
    store,
    `SELECT e."seq" FROM "Entry" e WHERE ${narrowing.sql}`,
    ...narrowing.values,
  )
  return new Set(seqs)
}

/** What the entries of these rows of the table say, in this order. */
async function readPage(
  store: Store,
  query: EntryQuery,
  table: EntryTable,
  page: number[],
): Promise<EntryRow[]> {
  if (page.length === 0) return []
  const rows = await rowsOf<RawEntryRow>(
    store,
    `SELECT "seq", "id", "category", "objective", "keywords", "title", "whenText", "doText", "becauseText", "checkText", "kind",
       "lifecycle", "pinned", "instanceId", "episodeId", "extractor", "scope", "createdAt"
     FROM "Entry" WHERE "seq" ${oneOfNumbers}`,
    JSON.stringify(page.map((row) => table.seqs[row])),
  )
  const wanted = [query.text, ...wantedWords(parseExpression(query.expression ?? ''))]
  const bySeq = new Map(rows.map(({ seq, ...row }) => [seq, row]))
  return page.flatMap((row) => {
    const raw = bySeq.get(table.seqs[row] ?? -1)
    const told = { values: valuesIn(table, row), servedCount: table.served[row] ?? 0 }
    return raw ? [{ ...toEntryRow(raw, wanted), ...told }] : []
  })
}

/** What a row has under each facet that is a column; nothing where that is unknown. */
function valuesIn({ facets }: EntryTable, row: number): EntryRow['values'] {
  return Object.fromEntries(
    COLUMN_FACETS.map((facet) => {
      const { codes, values } = facets[facet]
      const { missing } = entryField(facet)
      return [facet, (values[codes[row] ?? -1] ?? []).filter((value) => value !== missing)]
    }),
  ) as EntryRow['values']
}

/** A row as it is stored: lists as JSON. */
type RawEntryRow = Omit<EntryRow, 'keywords' | 'createdAt' | 'snippet' | 'values' | 'servedCount'> &
  Record<'keywords' | 'whenText' | 'doText' | 'becauseText' | 'checkText', string> & {
    seq: number
    createdAt: Date
  }

function toEntryRow(
  { whenText, doText, becauseText, checkText, ...row }: Omit<RawEntryRow, 'seq'>,
  wanted: string[],
): Omit<EntryRow, 'values' | 'servedCount'> {
  const keywords: string[] = JSON.parse(row.keywords)
  return {
    ...row,
    keywords,
    createdAt: row.createdAt.toISOString(),
    snippet: snippetOf(
      [row.objective, keywords.join(' '), row.title, whenText, doText, becauseText, checkText],
      wanted,
    ),
  }
}

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
  const tallies = byFacet((facet) => new Uint32Array(table.facets[facet].values.length))
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
  const facets = byFacet((facet) => countsOf(table.facets[facet], tallies[facet]))
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
  const { missing } = entryField(sort)
  const words = closedValues(sort) ?? [
    missing ?? '',
    ...values.flatMap(([value]) => (value === missing ? [] : (value ?? []))).sort(),
  ]
  const ranks = values.map(([value]) => words.indexOf(value ?? ''))
  return (row) => ranks[codes[row] ?? -1] ?? 0
}
