import type { Stage } from '../../memory/category.ts'
import type { Description } from '../../memory/entry.ts'
import { type Outcome, outcomeSchema, type Step, type Trajectory } from '../../memory/trajectory.ts'
import type { SubtaskView } from '../../memory/views/episodes.ts'
import { oneOf } from '../dialect.ts'
import { insertRows } from '../in-turns.ts'
import type { Store, Tx } from '../store.ts'
import { firstOf, insertRow, isoText, type Reader, tables } from '../tables.ts'

/** What an import says of an episode that is stored already. */
export type PresentEpisode = {
  episodeId: string
  outcome: Outcome
  outcomeSource: string | null
  subtasks: number
  entries: number
}

/** The stored episode of a record, or null: a record is present once in a project. Any of its hashes will do. */
export async function findEpisodeByHash(
  client: Reader,
  projectName: string,
  hashes: string[],
): Promise<PresentEpisode | null> {
  const row = await firstOf<PresentEpisode>(
    client,
    `SELECT e."id" AS "episodeId", e."outcome", e."outcomeSource", ${extractedOf('e."id"')} FROM "Episode" e JOIN "Project" p ON p."id" = e."projectId"
      WHERE p."name" = ? AND e."contentHash" ${oneOf} LIMIT 1`,
    projectName,
    JSON.stringify(hashes),
  )
  return row && { ...row, outcome: outcomeSchema.parse(row.outcome) }
}

/** Adds an episode with its steps at the end of the project's stream. Secrets must have been masked before. */
export async function insertEpisode(
  store: Store,
  tx: Tx,
  input: {
    projectId: string
    contentHash: string
    fileName: string
    trajectory: Trajectory
    maskedSecretCount: number
  },
): Promise<string> {
  const { projectId, contentHash, fileName, trajectory: run, maskedSecretCount } = input
  const { format, instanceId, repo, backbone, outcome, outcomeSource, exitStatus, submission, costUsd } = run
  const id = store.nextId('ep')
  const last = await firstOf<{ position: number | null }>(
    tx,
    'SELECT MAX("position") AS position FROM "Episode" WHERE "projectId" = ?',
    projectId,
  )
  await insertRow(tx, 'Episode', {
    ...{ id, projectId, contentHash, fileName, maskedSecretCount },
    ...{ format, instanceId, repo, backbone, outcome, outcomeSource, exitStatus, submission, costUsd },
    taskTitle: run.task.title,
    taskText: run.task.text,
    taskRaw: run.task.raw,
    agentName: run.agent.name,
    agentVersion: run.agent.version,
    startedAt: instantOrNull(run.startedAt),
    warnings: JSON.stringify(run.warnings),
    stepCount: run.steps.length,
    position: (last?.position ?? -1) + 1,
    createdAt: isoText(store.now()),
  })
  const rowOf = ({ n, thought, actions, observations, at, costUsd }: Step) => ({
    ...{ episodeId: id, n, thought, costUsd },
    actions: JSON.stringify(actions),
    observations: JSON.stringify(observations),
    at: instantOrNull(at),
  })
  await insertRows(tx, 'Step', run.steps, rowOf)
  return id
}

/** Sets an outcome that a results file reports for an episode imported earlier without one. */
export async function setOutcome(
  tx: Tx,
  episodeId: string,
  outcome: Outcome,
  source: string | null,
): Promise<void> {
  await tables(tx).episode.update({ where: { id: episodeId }, data: { outcome, outcomeSource: source } })
}

/** A subtask to be stored; `skippedBecause` says why no entry came of it. */
export type NewSubtask = {
  id: string
  category: Stage
  fromStep: number
  toStep: number
  description: Description
  descriptionAtStart: Description
  judged: SubtaskView['judged']
  skippedBecause: string | null
  predicted: { category: Stage; by: string } | null
}

/** Stores the subtasks of an episode with one label each by `labelledBy`. Throws when the episode already has some. */
export async function insertSubtasks(
  store: Store,
  tx: Tx,
  episodeId: string,
  labelledBy: string,
  subtasks: NewSubtask[],
): Promise<void> {
  const rowOf = (
    { description, descriptionAtStart, predicted, ...subtask }: NewSubtask,
    position: number,
  ) => ({
    ...subtask,
    ...{ position, episodeId, labelledBy },
    predicted: predicted?.category ?? null,
    predictedBy: predicted?.by ?? null,
    objective: description.objective,
    keywords: JSON.stringify(description.keywords),
    objectiveAtStart: descriptionAtStart.objective,
    keywordsAtStart: JSON.stringify(descriptionAtStart.keywords),
  })
  const labelOf = ({ id: subtaskId, category }: NewSubtask) => ({
    id: store.nextId('lb'),
    ...{ subtaskId, category },
    source: labelledBy === 'agent' ? 'declared' : 'rules',
    by: labelledBy,
    createdAt: isoText(store.now()),
  })
  await insertRows(tx, 'Subtask', subtasks, rowOf)
  await insertRows(tx, 'Label', subtasks, labelOf)
}

const extractedOf = (episodeId: string) =>
  `(SELECT COUNT(*) FROM "Subtask" WHERE "episodeId" = ${episodeId}) AS subtasks, (SELECT COUNT(*) FROM "Entry" WHERE "episodeId" = ${episodeId}) AS entries`

/** What was made of an episode; nothing until it is extracted. */
export async function countExtracted(
  client: Reader,
  episodeId: string,
): Promise<{ subtasks: number; entries: number }> {
  const row = await firstOf<{ subtasks: number; entries: number }>(
    client,
    `SELECT ${extractedOf('?')}`,
    ...[episodeId, episodeId],
  )
  return row ?? { subtasks: 0, entries: 0 }
}

/** The commonest reason why subtasks of an episode left no entry; null where none was kept. */
export async function commonestSkip(store: Store, episodeId: string): Promise<string | null> {
  const most = await firstOf<{ skippedBecause: string | null }>(
    store,
    `SELECT "skippedBecause" FROM "Subtask" WHERE "episodeId" = ?
      GROUP BY "skippedBecause" ORDER BY COUNT("skippedBecause") DESC, "skippedBecause" LIMIT 1`,
    episodeId,
  )
  return most?.skippedBecause ?? null
}

/** How an episode ended as far as it is known, and whose it is. Throws when it is gone. */
export async function getOutcome(
  tx: Tx,
  episodeId: string,
): Promise<{ outcome: Outcome; outcomeSource: string | null; projectId: string }> {
  const row = await tables(tx).episode.findUniqueOrThrow({
    where: { id: episodeId },
    select: { outcome: true, outcomeSource: true, projectId: true },
  })
  return { ...row, outcome: outcomeSchema.parse(row.outcome) }
}

/** Runs that say when they began and have no verdict, or one by git alone: their ids, oldest first. */
export async function listWithoutVerdict(store: Store, projectId: string): Promise<string[]> {
  const rows = await tables(store).episode.findMany({
    where: {
      projectId,
      startedAt: { not: null },
      OR: [{ outcome: null }, { outcomeSource: { startsWith: 'git: ' } }],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id }) => id)
}

/** A time the source gives, or null when it gives none that can be read. */
function instantOrNull(text: string | null): string | null {
  if (text === null) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : isoText(at)
}
