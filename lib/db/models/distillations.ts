import type { Stage } from '../../memory/category.ts'
import { stageSchema } from '../../memory/category-schema.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import type { Segment } from '../../memory/subtask.ts'
import type { Span } from '../../memory/trajectory.ts'
import { toEntry } from '../entries/entry-row.ts'
import { selectNumbers } from '../select.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, tables } from '../tables.ts'

/** What an extractor came to for a subtask. */
export type Distillation = {
  subtaskId: string
  extractor: string
  judged: 'correct' | 'incorrect' | 'undetermined'
  because: string
  evidence: Span | null
  /** Null exactly when there is an entry. */
  skippedBecause: string | null
  refused: boolean
  entryId: string | null
  /** Request of the last answer it rests on; null when it rests on none. */
  hash: string | null
}

/** Where a subtask stands. */
export type SubtaskPlace = {
  id: string
  episodeId: string
  instanceId: string
  category: Stage
  fromStep: number
  toStep: number
}

/** Subtasks of a project that hold memory, in the order of the stream; `without` leaves out those an extractor is done with. */
export async function listDistillable(
  store: Store,
  projectId: string,
  { without }: { without: string | null },
): Promise<SubtaskPlace[]> {
  const rows = await tables(store).subtask.findMany({
    where: {
      episode: { projectId },
      category: { not: 'OTHER' },
      ...(without === null ? {} : { distillations: { none: { extractor: without } } }),
    },
    orderBy: [{ episode: { position: 'asc' } }, { position: 'asc' }],
    select: {
      id: true,
      episodeId: true,
      category: true,
      fromStep: true,
      toStep: true,
      episode: { select: { instanceId: true } },
    },
  })
  return rows.map(({ episode, category, ...row }) => ({
    ...row,
    category: stageSchema.parse(category),
    instanceId: episode.instanceId,
  }))
}

/** The stages of the run that a subtask is of, in order, and which of them it is. Throws UserError `no-such-subtask`. */
export async function getStages(
  store: Store,
  subtaskId: string,
): Promise<{ episodeId: string; segments: Segment[]; segment: Segment }> {
  const own = await tables(store).subtask.findUnique({
    where: { id: subtaskId },
    select: {
      episodeId: true,
      position: true,
      episode: {
        select: {
          subtasks: {
            orderBy: { position: 'asc' },
            select: { position: true, category: true, fromStep: true, toStep: true },
          },
        },
      },
    },
  })
  const segments = own?.episode.subtasks.map(({ category, fromStep, toStep }) => ({
    category: stageSchema.parse(category),
    fromStep,
    toStep,
  }))
  const segment = segments?.[own?.episode.subtasks.findIndex((one) => one.position === own.position) ?? -1]
  if (own && segments && segment) return { episodeId: own.episodeId, segments, segment }
  throw new UserError('no-such-subtask', `There is no subtask ${subtaskId.slice(0, 60)} (any more).`, {
    hint: 'It went with its project. Nothing was stored.',
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
  const { subtaskId, extractor, evidence, ...rest } = one
  const row = { ...rest, evidence: evidence && JSON.stringify(evidence), at: store.now() }
  await tables(tx).distillation.upsert({
    where: { subtaskId_extractor: { subtaskId, extractor } },
    create: { subtaskId, extractor, ...row },
    update: row,
  })
}

/** How far an extractor is with a project's subtasks. */
export type DistilCounts = {
  subtasks: number
  /** Those with an entry; `beside`: of them those whose entry is kept beside another's. */
  entries: number
  beside: number
  /** Nothing was worth keeping. */
  skipped: number
  /** The answers stayed faulty. */
  refused: number
}

export async function countDistilled(
  store: Store,
  projectId: string,
  extractor: string,
): Promise<DistilCounts> {
  return await selectNumbers(
    store,
    `SELECT COUNT(*) AS subtasks, SUM(d."entryId" IS NOT NULL) AS entries, SUM(d."refused") AS refused,
       SUM(EXISTS (SELECT 1 FROM "Entry" m WHERE m."id" = d."entryId" AND m."beside" AND m."lifecycle" NOT IN ('retired', 'purged'))) AS beside,
       SUM(d."entryId" IS NULL AND NOT d."refused") AS skipped
     FROM "Subtask" s JOIN "Episode" e ON e."id" = s."episodeId"
     LEFT JOIN "Distillation" d ON d."subtaskId" = s."id" AND d."extractor" = ?
     WHERE e."projectId" = ? AND s."category" <> 'OTHER'`,
    extractor,
    projectId,
  )
}
