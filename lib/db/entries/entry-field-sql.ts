import { entryField, type FieldName } from '../../memory/filter/entry-fields.ts'

/** Where the values of a field of an entry `e` are. The filter asks there; the table of facets reads from there. */
type FieldSource = {
  /** SQL of a value; of a field that searches words, a column of the full-text index. */
  value: string
  /** Of a field that may have several values: SQL of "one of them meets the condition". */
  among?: (condition: string) => string
  /**
   * How the table of facets follows it: what is the entry's own, one value or a list in JSON, changes with its revision; the others
   * belong to other rows and are read after every commit.
   */
  follows: 'entry' | { list: string } | { episode: string } | 'findings' | 'wins' | 'text'
}

const own = (value: string): FieldSource => ({ value, follows: 'entry' })

const ofEpisode = (column: string): FieldSource => ({
  value: `(SELECT ep."${column}" FROM "Episode" ep WHERE ep."id" = e."episodeId")`,
  follows: { episode: column },
})

const wins = (value: string) => `(SELECT ${value} FROM "Retrieval" r WHERE r."winnerId" = e."id")`

const OPEN_FINDINGS = `SELECT "entryId" AS id, "detector" FROM "Finding" WHERE "state" = 'open'
  UNION ALL SELECT "otherId", "detector" FROM "Finding" WHERE "state" = 'open' AND "otherId" IS NOT NULL`

/** What became of an entry in the stages of agents; drawn to be withheld counts as sent. */
const BEST = `SELECT r."answer" ->> '$.hits[0].entryId' FROM "Retrieval" r WHERE r."declaredBy" IS NOT NULL`
const REACH = `CASE
  WHEN e."id" IN (SELECT r."winnerId" FROM "Retrieval" r WHERE r."declaredBy" IS NOT NULL)
    OR e."id" IN (${BEST} AND r."withheld") THEN 'sent'
  WHEN e."id" IN (${BEST}) THEN 'unfit'
  WHEN EXISTS (SELECT 1 FROM (SELECT r."projectId", r."category", MAX(r."at") AS "last" FROM "Retrieval" r
    WHERE r."declaredBy" IS NOT NULL GROUP BY 1, 2) q WHERE q."projectId" = e."projectId" AND q."category" = e."category"
    AND q."last" >= COALESCE(e."reviewedAt", e."createdAt")) THEN 'outranked'
  ELSE 'unasked' END`

const text = (column: string): FieldSource => ({ value: column, follows: 'text' })

const SOURCES: Record<FieldName, FieldSource> = {
  category: own('e."category"'),
  lifecycle: own('e."lifecycle"'),
  finding: {
    value: '"detector"',
    among: (condition) => `e."id" IN (SELECT id FROM (${OPEN_FINDINGS}) AS found WHERE ${condition})`,
    follows: 'findings',
  },
  flag: {
    value: 'f.value',
    among: (condition) => `EXISTS (SELECT 1 FROM json_each(e."flags") f WHERE ${condition})`,
    follows: { list: 'e."flags"' },
  },
  used: {
    value: wins(`CASE WHEN COUNT(*) = 0 THEN 'never' WHEN COUNT(*) < 10 THEN '1-9' ELSE '10+' END`),
    follows: 'wins',
  },
  outcome: ofEpisode('outcome'),
  kind: own('e."kind"'),
  repo: own('e."repo"'),
  extractor: own('e."extractor"'),
  service: own(`CASE WHEN e."beside" THEN 'beside' ELSE 'in' END`),
  backbone: ofEpisode('backbone'),
  labelSource: own('(SELECT st."labelledBy" FROM "Subtask" st WHERE st."id" = e."subtaskId")'),
  reviewer: own('e."reviewedBy"'),
  scope: own('e."scope"'),
  pinned: own(`CASE WHEN e."pinned" THEN 'yes' ELSE 'no' END`),
  reviewed: own(`CASE WHEN e."reviewedBy" IS NULL THEN 'no' ELSE 'yes' END`),
  promoted: own(`CASE WHEN e."promoted" IS NULL THEN 'no' ELSE 'yes' END`),
  reach: { value: REACH, follows: 'wins' },
  instance: own('e."instanceId"'),
  episode: own('e."episodeId"'),
  file: ofEpisode('fileName'),
  // An entry without an episode is of no import.
  job: {
    value: '"jobId"',
    among: (condition) =>
      `(e."episodeId" IS NOT NULL AND e."episodeId" IN (SELECT "target" FROM "JobItem" WHERE ${condition}))`,
    follows: 'entry',
  },
  id: own('e."id"'),
  title: text('title'),
  objective: text('objective'),
  keyword: text('keywords'),
  when: text('whenText'),
  do: text('doText'),
  because: text('becauseText'),
  check: text('checkText'),
  served: { value: wins('COUNT(*)'), follows: 'wins' },
  revision: own('e."revision"'),
  created: own('e."createdAt"'),
  updated: own('e."updatedAt"'),
}

/** Where a field has its values; what has none has the word for that. */
export function fieldSource(field: FieldName): FieldSource {
  const source = SOURCES[field]
  const { missing } = entryField(field)
  return missing === undefined ? source : { ...source, value: `COALESCE(${source.value}, '${missing}')` }
}
