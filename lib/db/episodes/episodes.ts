import type { Stage } from '../../memory/category.ts'
import type { Description } from '../../memory/entry.ts'
import { type Outcome, outcomeSchema, type Trajectory } from '../../memory/trajectory.ts'
import type { SubtaskView } from '../../memory/views/episodes.ts'
import { inStatements } from '../in-turns.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, tables } from '../tables.ts'

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
  const row = await tables(client).episode.findFirst({
    where: { contentHash: { in: hashes }, project: { name: projectName } },
    select: {
      id: true,
      outcome: true,
      outcomeSource: true,
      _count: { select: { subtasks: true, entries: true } },
    },
  })
  if (!row) return null
  const { id: episodeId, outcome, outcomeSource, _count } = row
  return { episodeId, outcome: outcomeSchema.parse(outcome), outcomeSource, ..._count }
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
  // Not an aggregate: Prisma's goes through all rows of the project, this looks at the end of the index.
  const last = await tables(tx).episode.findFirst({
    where: { projectId },
    orderBy: { position: 'desc' },
    select: { position: true },
  })
  await tables(tx).episode.create({
    data: {
      ...{ id, projectId, contentHash, fileName, maskedSecretCount },
      ...{ format, instanceId, repo, backbone, outcome, outcomeSource, exitStatus, submission, costUsd },
      taskTitle: run.task.title,
      taskText: run.task.text,
      taskRaw: run.task.raw,
      agentName: run.agent.name,
      agentVersion: run.agent.version,
      startedAt: dateOrNull(run.startedAt),
      warnings: JSON.stringify(run.warnings),
      stepCount: run.steps.length,
      position: (last?.position ?? -1) + 1,
      createdAt: store.now(),
    },
  })
  for (const steps of inStatements(run.steps))
    await tables(tx).step.createMany({
      data: steps.map(({ n, thought, actions, observations, at, costUsd }) => ({
        ...{ episodeId: id, n, thought, costUsd },
        actions: JSON.stringify(actions),
        observations: JSON.stringify(observations),
        at: dateOrNull(at),
      })),
    })
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
  const numbered = subtasks.map((subtask, position) => ({ ...subtask, position }))
  for (const some of inStatements(numbered)) {
    await tables(tx).subtask.createMany({
      data: some.map(({ description, descriptionAtStart, predicted, ...subtask }) => ({
        ...subtask,
        episodeId,
        labelledBy,
        predicted: predicted?.category ?? null,
        predictedBy: predicted?.by ?? null,
        objective: description.objective,
        keywords: JSON.stringify(description.keywords),
        objectiveAtStart: descriptionAtStart.objective,
        keywordsAtStart: JSON.stringify(descriptionAtStart.keywords),
      })),
    })
    await tables(tx).label.createMany({
      data: some.map((subtask) => ({
        id: store.nextId('lb'),
        subtaskId: subtask.id,
        category: subtask.category,
        source: labelledBy === 'agent' ? 'declared' : 'rules',
        by: labelledBy,
        createdAt: store.now(),
      })),
    })
  }
}

/** What was made of an episode; nothing until it is extracted. */
export async function countExtracted(
  client: Reader,
  episodeId: string,
): Promise<{ subtasks: number; entries: number }> {
  const where = { episodeId }
  return {
    subtasks: await tables(client).subtask.count({ where }),
    entries: await tables(client).entry.count({ where }),
  }
}

/** The commonest reason why subtasks of an episode left no entry; null where none was kept. */
export async function commonestSkip(store: Store, episodeId: string): Promise<string | null> {
  const [most] = await tables(store).subtask.groupBy({
    by: ['skippedBecause'],
    where: { episodeId },
    _count: true,
    orderBy: [{ _count: { skippedBecause: 'desc' } }, { skippedBecause: 'asc' }],
    take: 1,
  })
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

/** A time the source gives, or null when it gives none that can be read. */
function dateOrNull(text: string | null): Date | null {
  if (text === null) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}
