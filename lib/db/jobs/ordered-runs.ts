import { join } from 'node:path'
import Database from 'better-sqlite3'

/** A run of the workbench as it was ordered in the app before 0017: its plan, and what each draw left; null where one was not done. */
export interface OrderedRun {
  id: string
  plan: unknown
  draws: unknown[]
}

/** Runs of the workbench that were ordered in the app, oldest first. Reads only, beside whoever owns the folder. */
export function readOrderedRuns(dataPath: string): OrderedRun[] {
  const db = new Database(join(dataPath, 'loupe.db'), { readonly: true, fileMustExist: true })
  try {
    const jobs = db
      .prepare(`SELECT "id", "request" FROM "Job" WHERE "kind" = 'workbench' ORDER BY "id"`)
      .all() as { id: string; request: string | null }[]
    const items = db.prepare(`SELECT "result" FROM "JobItem" WHERE "jobId" = ? ORDER BY "position"`).pluck()
    return jobs.map(({ id, request }) => ({
      id,
      plan: JSON.parse(request ?? 'null'),
      draws: (items.all(id) as (string | null)[]).map((text) => JSON.parse(text ?? 'null')),
    }))
  } finally {
    db.close()
  }
}
