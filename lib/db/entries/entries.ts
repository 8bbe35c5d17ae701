import type { MemoryEntry } from '../../memory/entry.ts'
import { ENTRY_FACETS } from '../../memory/filter/entry-facet.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import { parseExpression, wantedWords } from '../../memory/filter/filter-expression.ts'
import { snippetOf } from '../../memory/text/snippet.ts'
import type { BulkPreview } from '../../memory/views/curation.ts'
import type { EntryList, EntryPlace, EntryQuery, EntryRow, FilterCount } from '../../memory/views/entries.ts'
import { untilNextCommit } from '../commit-cache.ts'
import { select, selectList, selectNumbers } from '../select.ts'
import type { Store } from '../store.ts'
import { type Reader, rowsOf, tables } from '../tables.ts'
import { filterWhere, hidesBeside, hidesRetired, LIVE, narrowingWhere } from './entry-filter-sql.ts'
import { toEntry } from './entry-row.ts'
import { countFacets, sortedRows } from './entry-select.ts'
import { type EntryTable, freshTable } from './entry-table.ts'

/** Entry by id, or null. */
export async function findEntry(store: Store, id: string): Promise<MemoryEntry | null> {
  const row = await tables(store).entry.findUnique({ where: { id } })
  return row && toEntry(row)
}

/** Entries by id in no particular order; missing ones are left out. */
export async function getEntries(store: Store, ids: string[]): Promise<MemoryEntry[]> {
  return (await tables(store).entry.findMany({ where: { id: { in: ids } } })).map(toEntry)
}

/** Ids of the entries a filter means, oldest first: exact, also inside a transaction that has changed some. */
export async function matchingIds(read: Reader, filter: EntryFilter): Promise<string[]> {
  const where = filterWhere(filter)
  return await selectList(
    read,
    `SELECT json_group_array("id") FROM (SELECT e."id" FROM "Entry" e WHERE ${where.sql} ORDER BY e."seq")`,
    ...where.values,
  )
}

/** How many entries a filter means, and how many of those are pinned. */
export async function countMatching(read: Reader, filter: EntryFilter): Promise<FilterCount> {
  const where = filterWhere(filter)
  return await selectNumbers(
    read,
    `SELECT COUNT(*) AS matchCount, SUM(e."pinned") AS pinnedCount FROM "Entry" e WHERE ${where.sql}`,
    ...where.values,
  )
}

/** How many entries of a filter a change would touch: neither pinned, when a rule must leave those alone, nor `done` already. */
export async function countChange(
  read: Reader,
  filter: EntryFilter,
  {
    done,
    sparesPinned,
  }: { done: Partial<Pick<MemoryEntry, 'lifecycle' | 'category' | 'pinned'>>; sparesPinned: boolean },
): Promise<Omit<BulkPreview, 'sample'>> {
  const where = filterWhere(filter)
  const conditions = Object.keys(done).map((column) => `e."${column}" = ?`)
  const isDone = conditions.length === 0 ? '0' : conditions.join(' AND ')
  const isSpared = sparesPinned ? 'e."pinned"' : '0'
  const counts = await selectNumbers<'matchCount' | 'pinnedCount' | 'alreadyCount'>(
    read,
    `SELECT COUNT(*) AS matchCount, SUM(spared) AS pinnedCount, SUM(NOT spared AND done) AS alreadyCount FROM
       (SELECT ${isSpared} AS spared, ${isDone} AS done FROM "Entry" e WHERE ${where.sql})`,
    ...Object.values(done).map((value) => (typeof value === 'boolean' ? Number(value) : value)),
    ...where.values,
  )
  return { ...counts, changeCount: counts.matchCount - counts.pinnedCount - counts.alreadyCount }
}

/** One source of entries: a run, an import job, an extractor, or a file by its name. */
export type EntrySource =
  | { episodeId: string }
  | { jobId: string }
  | { extractor: string }
  | { fileName: string }

/** Entries of a project that came from one source and are not retired, oldest first. */
export async function listFromSource(tx: Reader, projectId: string, source: EntrySource): Promise<string[]> {
  const [condition, value] = sourceCondition(source)
  return await selectList(
    tx,
    `SELECT json_group_array("id") FROM
       (SELECT e."id" FROM "Entry" e WHERE e."projectId" = ? AND ${LIVE} AND ${condition} ORDER BY e."seq")`,
    projectId,
    value,
  )
}

/** Whether an entry from one source is not retired; asked more often than which. */
export async function hasFromSource(read: Reader, source: EntrySource): Promise<boolean> {
  const [condition, value] = sourceCondition(source)
  const rows = await select(read, `SELECT 1 FROM "Entry" e WHERE ${condition} AND ${LIVE} LIMIT 1`, value)
  return rows.length > 0
}

function sourceCondition(source: EntrySource): [string, string] {
  if ('episodeId' in source) return ['e."episodeId" = ?', source.episodeId]
  if ('extractor' in source) return ['e."extractor" = ?', source.extractor]
  if ('jobId' in source)
    return ['e."episodeId" IN (SELECT "target" FROM "JobItem" WHERE "jobId" = ?)', source.jobId]
  return ['e."episodeId" IN (SELECT "id" FROM "Episode" WHERE "fileName" = ?)', source.fileName]
}

/** One page of the entries that match, the true number of matches, and the facets' counts given all other filters. */
export async function listEntries(store: Store, query: EntryQuery): Promise<EntryList> {
  const selected = await selectEntries(store, query)
  if (!selected) return NOTHING
  const { table, rows, ...counts } = selected
  const page = rows.slice(query.offset, query.offset + query.limit)
  const { codes, values } = table.facets.finding
  const findings = new Map(page.map((row) => [table.seqs[row] ?? 0, values[codes[row] ?? -1] ?? []]))
  return { rows: readPage(store, query, findings), ...counts }
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
    retired: hidesRetired(query),
    beside: hidesBeside(query),
  })
  const rows = await sortedRows(store, query, table, matched)
  return { table, rows, matchCount: matched.length, days: daysOf(store, query.projectId), ...counts }
}

/** A column of days tells nothing where all are the same. */
function daysOf(store: Store, projectId: string): EntryList['days'] {
  const [row] = rowsOf<{ first: string | null; last: string | null }>(
    store,
    'SELECT MIN("createdAt") AS first, MAX("createdAt") AS last FROM "Entry" WHERE "projectId" = ?',
    projectId,
  )
  return row?.first && row.last ? { from: dayOf(row.first), to: dayOf(row.last) } : null
}

const dayOf = (at: string) => new Date(at).toISOString().slice(0, 10)

const NOTHING: EntryList = {
  rows: [],
  matchCount: 0,
  totalCount: 0,
  facets: Object.fromEntries(ENTRY_FACETS.map((facet) => [facet, []])) as unknown as EntryList['facets'],
  days: null,
}

/** Numbers of the entries that text, expression, ids and time let through; null = all. */
async function admittedBy(store: Store, filter: EntryFilter): Promise<Set<number> | null> {
  const narrowing = narrowingWhere(filter)
  if (!narrowing) return null
  const seqs = await selectList<number>(
    store,
    `SELECT json_group_array(e."seq") FROM "Entry" e WHERE ${narrowing.sql}`,
    ...narrowing.values,
  )
  return new Set(seqs)
}

/** Rows of a page in its order, from what was found in each by its number. */
function readPage(store: Store, query: EntryQuery, findings: ReadonlyMap<number, string[]>): EntryRow[] {
  const seqs = [...findings.keys()]
  if (seqs.length === 0) return []
  const rows = rowsOf<RawEntryRow>(
    store,
    `SELECT e."seq", e."id", e."category", e."objective", e."keywords", e."title", e."whenText", e."doText", e."becauseText", e."checkText", e."kind", e."lifecycle", e."pinned", e."flags",
       e."repo", e."instanceId", e."episodeId", e."extractor", e."createdAt", ep."outcome", e."scope", e."reviewedBy", ep."backbone",
       (SELECT COUNT(*) FROM "Retrieval" r WHERE r."winnerId" = e."id") AS "servedCount"
     FROM "Entry" e LEFT JOIN "Episode" ep ON ep."id" = e."episodeId" WHERE e."seq" IN (SELECT value FROM json_each(?))`,
    JSON.stringify(seqs),
  )
  const wanted = [query.text, ...wantedWords(parseExpression(query.expression ?? ''))]
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return seqs.flatMap((seq) => {
    const row = bySeq.get(seq)
    return row ? [{ ...toEntryRow(row, wanted), findings: findings.get(seq) ?? [] }] : []
  })
}

/** A row as SQLite has it: truth as 0 or 1, lists as JSON. */
type RawEntryRow = Omit<EntryRow, 'keywords' | 'flags' | 'pinned' | 'snippet' | 'findings'> &
  Record<'keywords' | 'flags' | 'whenText' | 'doText' | 'becauseText' | 'checkText', string> & {
    seq: number
    pinned: number
  }

function toEntryRow(
  { seq: _, whenText, doText, becauseText, checkText, ...row }: RawEntryRow,
  wanted: string[],
): Omit<EntryRow, 'findings'> {
  const keywords: string[] = JSON.parse(row.keywords)
  return {
    ...row,
    keywords,
    pinned: row.pinned !== 0,
    flags: JSON.parse(row.flags),
    createdAt: new Date(row.createdAt).toISOString(),
    snippet: snippetOf(
      [row.objective, keywords.join(' '), row.title, whenText, doText, becauseText, checkText],
      wanted,
    ),
  }
}
