import type { DistilStatus } from '../../memory/distil/distil.ts'
import { type MemoryEntry, NO_LESSON_YET, type Segment, stageSchema } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import type { ProjectYield } from '../../memory/views/project-yield.ts'
import { toEntry } from '../entries/entry-row.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, select, selectNumbers, tables } from '../tables.ts'

/** What an extractor came to for a subtask. */
export type Distillation = {
  subtaskId: string
  extractor: string
  /** Null exactly when there is an entry. */
  skippedBecause: string | null
  refused: boolean
  entryId: string | null
  /** Request of the last answer it rests on; null when it rests on none. */
  hash: string | null
}

/** A run that an extractor has not been over. */
export type UnreadRun = { episodeId: string; instanceId: string; stepCount: number }

/** Runs of a project, in the order of the stream, with a subtask that holds memory and that the extractor is not done with. */
export async function listUnreadRuns(
  store: Store,
  projectId: string,
  extractor: string,
): Promise<UnreadRun[]> {
  const rows = await tables(store).episode.findMany({
    where: {
      projectId,
      subtasks: { some: { category: { not: 'OTHER' }, distillations: { none: { extractor } } } },
    },
    orderBy: { position: 'asc' },
    select: { id: true, instanceId: true, stepCount: true },
  })
  return rows.map(({ id, ...rest }) => ({ episodeId: id, ...rest }))
}

/** The stages of a run, in order. Throws UserError `no-such-run` when it has none. */
export async function getStages(
  store: Store,
  episodeId: string,
): Promise<{ subtaskId: string; segment: Segment }[]> {
  const rows = await tables(store).subtask.findMany({
    where: { episodeId },
    orderBy: { position: 'asc' },
    select: { id: true, category: true, fromStep: true, toStep: true },
  })
  if (rows.length > 0)
    return rows.map(({ id, category, ...span }) => ({
      subtaskId: id,
      segment: { category: stageSchema.parse(category), ...span },
    }))
  throw new UserError('no-such-run', `There is no run ${episodeId.slice(0, 60)} with stages (any more).`, {
    hint: 'It went with its project, or was ordered by an earlier version, a stage at a time: order it again. Nothing was stored.',
    status: 404,
  })
}

/** Entries of a subtask that are neither retired nor purged, oldest first. */
export async function listOfSubtask(client: Reader, subtaskId: string): Promise<MemoryEntry[]> {
  const rows = await tables(client).entry.findMany({
    where: { subtaskId, lifecycle: { notIn: ['retired', 'purged'] } },
    orderBy: { seq: 'asc' },
  })
  return rows.map(toEntry)
}

/** Keeps what an extractor came to; a later word of it replaces the earlier. */
export async function putDistillation(store: Store, tx: Tx, one: Distillation): Promise<void> {
  const { subtaskId, extractor, ...rest } = one
  const row = { ...rest, at: store.now() }
  await tables(tx).distillation.upsert({
    where: { subtaskId_extractor: { subtaskId, extractor } },
    create: { subtaskId, extractor, ...row },
    update: row,
  })
}

/** How far an extractor is with a project's subtasks. */
export async function countDistilled(
  store: Store,
  projectId: string,
  extractor: string,
): Promise<DistilStatus['counts']> {
  return await selectNumbers(
    store,
    `SELECT COUNT(*) AS subtasks, COUNT(d."entryId") AS entries, COUNT(*) FILTER (WHERE d."refused") AS refused, COUNT(*) FILTER (WHERE EXISTS
         (SELECT 1 FROM "Entry" m WHERE m."id" = d."entryId" AND m."beside" AND m."lifecycle" NOT IN ('retired', 'purged'))) AS beside,
       COUNT(*) FILTER (WHERE d."entryId" IS NULL AND NOT d."refused") AS skipped
     FROM "Subtask" s JOIN "Episode" e ON e."id" = s."episodeId"
     LEFT JOIN "Distillation" d ON d."subtaskId" = s."id" AND d."extractor" = ?
     WHERE e."projectId" = ? AND s."category" <> 'OTHER'`,
    extractor,
    projectId,
  )
}

/** How many stages of a project have a lesson of any extractor, and why the others have none. Reads only. */
export async function readYield(reader: Reader, projectId: string): Promise<ProjectYield> {
  const groups = await select<{ reason: string | null; count: number }>(
    reader,
    `SELECT CASE
        WHEN EXISTS (SELECT 1 FROM "Entry" e WHERE e."subtaskId" = s."id" AND e."lifecycle" <> 'purged') THEN NULL
        WHEN s."category" = 'OTHER' THEN 'no evidence of a stage'
        WHEN NOT EXISTS (SELECT 1 FROM "Distillation" d WHERE d."subtaskId" = s."id") THEN ?
        WHEN EXISTS (SELECT 1 FROM "Distillation" d WHERE d."subtaskId" = s."id" AND d."refused") THEN 'the answers of the model stayed faulty'
        ELSE 'a model found nothing in it that other tasks could use' END AS "reason", COUNT(*) AS "count"
     FROM "Subtask" s JOIN "Episode" ep ON ep."id" = s."episodeId"
     WHERE ep."projectId" = ? GROUP BY 1 ORDER BY 2 DESC, 1 NULLS FIRST`,
    NO_LESSON_YET,
    projectId,
  )
  return {
    stageCount: groups.reduce((sum, { count }) => sum + Number(count), 0),
    lessonCount: Number(groups.find(({ reason }) => reason === null)?.count ?? 0),
    reasons: groups.flatMap(({ reason, count }) =>
      reason === null ? [] : [{ reason, count: Number(count) }],
    ),
  }
}
