import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** All that an import leaves of runs, without ids, times and jobs, which no two imports share. */
const WHAT_IS_LEFT = [
  `SELECT p."name", e."position", e."contentHash", e."fileName", e."format", e."instanceId", e."taskTitle", e."taskText", e."taskRaw",
    e."outcome", e."outcomeSource", e."submission", e."stepCount", e."warnings", e."maskedSecretCount"
    FROM "Episode" e JOIN "Project" p ON p."id" = e."projectId" ORDER BY p."name", e."position"`,
  `SELECT e."contentHash", s."n", s."thought", s."actions", s."observations", s."at", s."costUsd"
    FROM "Step" s JOIN "Episode" e ON e."id" = s."episodeId" ORDER BY e."contentHash", s."n"`,
  `SELECT e."contentHash", s."position", s."category", s."fromStep", s."toStep", s."objective", s."keywords", s."objectiveAtStart",
    s."keywordsAtStart", s."judged", s."skippedBecause", s."predicted"
    FROM "Subtask" s JOIN "Episode" e ON e."id" = s."episodeId" ORDER BY e."contentHash", s."position"`,
  `SELECT "verb", COUNT(*) FROM "Revision" GROUP BY "verb" ORDER BY "verb"`,
  `SELECT i."state", COUNT(*) FROM "JobItem" i JOIN "Job" j ON j."id" = i."jobId" WHERE j."kind" = 'extract' GROUP BY i."state" ORDER BY i."state"`,
]

/** SHA-256 over the runs of a data folder, their steps and stages, how often each verb was done, and what was worked on them. Of a folder that nobody writes. */
export function digestRuns(dataPath: string): { runs: number; digest: string } {
  const db = new Database(join(dataPath, 'loupe.db'), { readonly: true, fileMustExist: true })
  try {
    const hash = createHash('sha256')
    for (const sql of WHAT_IS_LEFT)
      for (const row of db.prepare(sql).raw().iterate()) hash.update(`${JSON.stringify(row)}\n`)
    const runs = db.prepare('SELECT COUNT(*) FROM "Episode"').pluck().get() as number
    return { runs, digest: hash.digest('hex') }
  } finally {
    db.close()
  }
}
