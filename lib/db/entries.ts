import type { MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import {
  ENTRY_FACETS,
  type EntryFacet,
  type EntryList,
  type EntryQuery,
  type EntryRow,
  type FacetCount,
} from '../memory/views.ts'
import { toEntry } from './entry-row.ts'
import type { Store } from './store.ts'

/** Entry by id, or null. */
export async function findEntry({ read }: Store, id: string): Promise<MemoryEntry | null> {
  const row = await read.entry.findUnique({ where: { id } })
  return row && toEntry(row)
}

/** Entries by id in no particular order; missing ones are left out. */
export async function getEntries({ read }: Store, ids: string[]): Promise<MemoryEntry[]> {
  return (await read.entry.findMany({ where: { id: { in: ids } } })).map(toEntry)
}

/** One page of the entries that match, the true number of matches, and the facets' counts given all other filters. */
export async function listEntries({ read }: Store, query: EntryQuery): Promise<EntryList> {
  const where = whereOf(query, null)
  const order = `${SORTS[query.sort]} ${query.descending ? 'DESC' : 'ASC'}, e."seq" ${query.descending ? 'DESC' : 'ASC'}`
  const rows = await read.$queryRawUnsafe<RawEntryRow[]>(
    `SELECT e."seq", e."id", e."category", e."objective", e."keywords", e."title", e."kind", e."lifecycle", e."pinned", e."flags",
       e."repo", e."instanceId", e."episodeId", e."extractor", e."createdAt", ep."outcome",
       (SELECT COUNT(*) FROM "Retrieval" r WHERE r."winnerId" = e."id") AS "servedCount"
     FROM "Entry" e LEFT JOIN "Episode" ep ON ep."id" = e."episodeId" WHERE ${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...where.values,
    query.limit,
    query.offset,
  )
  const snippets = await listSnippets(
    read,
    query.text,
    rows.map((row) => Number(row.seq)),
  )
  const [matchCount, totalCount, ...facetCounts] = await Promise.all([
    count(read, where),
    count(read, { sql: `e."projectId" = ? AND ${LIVE}`, values: [query.projectId] }),
    ...ENTRY_FACETS.map((facet) => facetCount(read, query, facet)),
  ])
  const facets = Object.fromEntries(
    ENTRY_FACETS.map((facet, i) => [facet, facetCounts[i] ?? []]),
  ) as EntryList['facets']
  return {
    rows: rows.map((row) => toEntryRow(row, snippets.get(Number(row.seq)) ?? null)),
    matchCount,
    totalCount,
    facets,
  }
}

type RawEntryRow = {
  seq: number | bigint
  id: string
  category: EntryRow['category']
  objective: string
  keywords: string
  title: string
  kind: EntryRow['kind']
  lifecycle: EntryRow['lifecycle']
  pinned: unknown
  flags: string
  repo: string | null
  instanceId: string | null
  episodeId: string | null
  extractor: string
  createdAt: string | Date
  outcome: EntryRow['outcome']
  servedCount: number | bigint
}

/** Characters that no text holds (private use), so that the mark-up of a match cannot be forged by a text. */
const MARK_ON = '\uE000'
const MARK_OFF = '\uE001'

function toEntryRow(row: RawEntryRow, snippet: string | null): EntryRow {
  return {
    id: row.id,
    category: row.category,
    objective: row.objective,
    keywords: JSON.parse(row.keywords),
    title: row.title,
    kind: row.kind,
    lifecycle: row.lifecycle,
    pinned: Boolean(Number(row.pinned)),
    flags: JSON.parse(row.flags),
    repo: row.repo,
    instanceId: row.instanceId,
    episodeId: row.episodeId,
    extractor: row.extractor,
    outcome: row.outcome,
    servedCount: Number(row.servedCount),
    createdAt: new Date(row.createdAt).toISOString(),
    snippet: snippet === null ? null : snippetPieces(snippet),
  }
}

/** The matching fragment of each row of a page, in one pass: asking row by row costs a search each. */
async function listSnippets(read: Store['read'], text: string, seqs: number[]): Promise<Map<number, string>> {
  const match = ftsQuery(text)
  if (match === null || seqs.length === 0) return new Map()
  const rows = await read.$queryRawUnsafe<{ seq: number | bigint; snippet: string }[]>(
    `SELECT "rowid" AS seq, snippet("EntryText", -1, '${MARK_ON}', '${MARK_OFF}', ' … ', 16) AS snippet
     FROM "EntryText" WHERE "EntryText" MATCH ? AND "rowid" IN (SELECT value FROM json_each(?))`,
    match,
    JSON.stringify(seqs),
  )
  return new Map(rows.map((row) => [Number(row.seq), row.snippet]))
}

function snippetPieces(marked: string): { text: string; match: boolean }[] {
  const pieces: { text: string; match: boolean }[] = []
  for (const [i, part] of marked.split(MARK_ON).entries()) {
    const [matched, rest] = i === 0 ? ['', part] : splitOnce(part, MARK_OFF)
    if (matched) pieces.push({ text: matched, match: true })
    if (rest) pieces.push({ text: rest, match: false })
  }
  return pieces
}

function splitOnce(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}

const SORTS: Record<EntryQuery['sort'], string> = {
  created: 'e."seq"',
  objective: 'e."objective" COLLATE NOCASE',
  category: `CASE e."category" WHEN 'ANALYZE' THEN 0 WHEN 'REPRODUCE' THEN 1 WHEN 'EDIT' THEN 2 ELSE 3 END`,
  served: '"servedCount"',
  repo: 'e."repo"',
}

const USED = `CASE (SELECT MIN(10, COUNT(*)) FROM "Retrieval" r WHERE r."winnerId" = e."id") WHEN 0 THEN 'never' WHEN 10 THEN '10+' ELSE '1-9' END`

/** SQL that gives a facet's value of an entry `e`. `flag` is not here: an entry has several. */
const FACET_VALUE: Record<Exclude<EntryFacet, 'flag'>, string> = {
  category: 'e."category"',
  lifecycle: 'e."lifecycle"',
  outcome: `COALESCE((SELECT ep."outcome" FROM "Episode" ep WHERE ep."id" = e."episodeId"), 'unknown')`,
  kind: 'e."kind"',
  repo: `COALESCE(e."repo", 'none')`,
  extractor: 'e."extractor"',
  used: USED,
}

/** Neither retired nor purged. */
const LIVE = `e."lifecycle" NOT IN ('retired', 'purged')`

type Where = { sql: string; values: (string | number)[] }

/** The filter of a query, without the facet `except` (its own counts must not be narrowed by itself). */
function whereOf(query: EntryQuery, except: EntryFacet | null): Where {
  const parts = ['e."projectId" = ?']
  const values: (string | number)[] = [query.projectId]
  // Without a choice of states a list shows what may serve; the states themselves are counted whole, so that they can be chosen.
  const states = query.facets.lifecycle ?? []
  if (except === 'lifecycle') parts.push(`e."lifecycle" <> 'purged'`)
  else if (states.length === 0) parts.push(LIVE)
  const match = ftsQuery(query.text)
  if (match !== null) {
    parts.push('e."seq" IN (SELECT "rowid" FROM "EntryText" WHERE "EntryText" MATCH ?)')
    values.push(match)
  }
  for (const facet of ENTRY_FACETS) {
    const chosen = query.facets[facet] ?? []
    if (facet === except || chosen.length === 0) continue
    const places = chosen.map(() => '?').join(', ')
    parts.push(
      facet === 'flag'
        ? `EXISTS (SELECT 1 FROM json_each(e."flags") f WHERE f.value IN (${places}))`
        : `${FACET_VALUE[facet]} IN (${places})`,
    )
    values.push(...chosen)
  }
  return { sql: parts.join(' AND '), values }
}

async function count(read: Store['read'], where: Where): Promise<number> {
  const rows = await read.$queryRawUnsafe<{ n: number | bigint }[]>(
    `SELECT COUNT(*) AS n FROM "Entry" e WHERE ${where.sql}`,
    ...where.values,
  )
  return Number(rows[0]?.n ?? 0)
}

async function facetCount(read: Store['read'], query: EntryQuery, facet: EntryFacet): Promise<FacetCount[]> {
  const where = whereOf(query, facet)
  const [value, from] =
    facet === 'flag' ? ['f.value', '"Entry" e, json_each(e."flags") f'] : [FACET_VALUE[facet], '"Entry" e']
  const rows = await read.$queryRawUnsafe<{ value: string; n: number | bigint }[]>(
    `SELECT ${value} AS value, COUNT(*) AS n FROM ${from} WHERE ${where.sql} GROUP BY 1 ORDER BY n DESC, value LIMIT 50`,
    ...where.values,
  )
  return rows.map((row) => ({ value: String(row.value), count: Number(row.n) }))
}

/** Words of a person as an FTS5 query: every word must occur, each as a beginning (no stemming, so that what matches can be seen). Null when there is no word. */
export function ftsQuery(text: string): string | null {
  if (text.length > 500)
    throw new UserError('query-too-long', 'The search text is longer than 500 characters.', {
      hint: 'Search for fewer words.',
    })
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  if (words.length === 0) return null
  return words.map((word) => `"${word}"*`).join(' ')
}
