import type { MemoryEntry } from '../../memory/entry.ts'
import type { EntryFilter } from '../../memory/filter/entry-filter.ts'
import type { BulkPreview } from '../../memory/views/curation.ts'
import type { FilterCount } from '../../memory/views/entries.ts'
import type { Store } from '../store.ts'
import { type Reader, select, selectList, selectNumbers, tables } from '../tables.ts'
import { filterWhere, LIVE } from './entry-filter-sql.ts'
import { toEntry } from './entry-row.ts'

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
    `SELECT e."id" FROM "Entry" e WHERE ${where.sql} ORDER BY e."seq"`,
    ...where.values,
  )
}

/** How many entries a filter means, and how many of those are pinned. */
export async function countMatching(read: Reader, filter: EntryFilter): Promise<FilterCount> {
  const where = filterWhere(filter)
  return await selectNumbers(
    read,
    `SELECT COUNT(*) AS "matchCount", COUNT(*) FILTER (WHERE e."pinned") AS "pinnedCount" FROM "Entry" e WHERE ${where.sql}`,
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
  const isDone = conditions.length === 0 ? 'FALSE' : conditions.join(' AND ')
  const isSpared = sparesPinned ? 'e."pinned"' : 'FALSE'
  const counts = await selectNumbers<'matchCount' | 'pinnedCount' | 'alreadyCount'>(
    read,
    `SELECT COUNT(*) AS "matchCount", COUNT(*) FILTER (WHERE spared) AS "pinnedCount",
       COUNT(*) FILTER (WHERE NOT spared AND done) AS "alreadyCount"
     FROM (SELECT ${isSpared} AS spared, ${isDone} AS done FROM "Entry" e WHERE ${where.sql}) AS counted`,
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
    `SELECT e."id" FROM "Entry" e WHERE e."projectId" = ? AND ${LIVE} AND ${condition} ORDER BY e."seq"`,
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

/** All stored entries, purged ones and those beside the extractor in service too: each may have a vector. */
export async function countStoredEntries(store: Store): Promise<number> {
  return await tables(store).entry.count()
}

/** How many live entries of a project each category has. */
export async function countByCategory(store: Store, projectId: string): Promise<number[]> {
  const rows = await tables(store).entry.groupBy({
    by: ['category'],
    where: { projectId, beside: false, lifecycle: { notIn: ['retired', 'purged'] } },
    _count: true,
  })
  return rows.map(({ _count }) => _count)
}
