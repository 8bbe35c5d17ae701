import type { Support } from '../../memory/views/entries.ts'
import type { Store } from '../store.ts'
import { rowsOf } from '../tables.ts'

/** Of entries that were merged from several runs, by id: how many runs teach them and how those ended. Others are missing. */
export function supportOf(store: Store, ids: readonly string[]): Map<string, Support> {
  const rows = rowsOf<Support & { id: string }>(
    store,
    `WITH RECURSIVE made("root", "id") AS (
       SELECT value, value FROM json_each(?)
       UNION SELECT m."root", o."sourceId" FROM made m
         JOIN "Origin" o ON o."entryId" = m."id" AND o."how" = 'merge' AND o."revision" > 0)
     SELECT m."root" AS id, COUNT(DISTINCT e."id") AS runs,
       COUNT(DISTINCT CASE WHEN e."outcome" = 'resolved' THEN e."id" END) AS resolved,
       COUNT(DISTINCT CASE WHEN e."outcome" IS NULL THEN e."id" END) AS unknown
     FROM made m JOIN "Entry" n ON n."id" = m."id" JOIN "Episode" e ON e."id" = n."episodeId"
     GROUP BY m."root" HAVING runs > 1`,
    JSON.stringify(ids),
  )
  return new Map(rows.map(({ id, ...support }) => [id, support]))
}
