import { z } from 'zod'
import type { Stage } from '../../memory/category.ts'
import { stageSchema } from '../../memory/category-schema.ts'
import { lifecycleSchema } from '../../memory/entry.ts'
import type { Description } from '../../memory/subtask.ts'
import {
  actionSchema,
  type Outcome,
  observationSchema,
  outcomeSchema,
  type Step,
  type Trajectory,
} from '../../memory/trajectory.ts'
import type {
  EpisodeDetail,
  EpisodeList,
  EpisodeRow,
  LabelView,
  StepHead,
  SubtaskView,
} from '../../memory/views.ts'
import type { Episode, Step as StepRow } from '../generated/client.ts'
import type { Store, Tx } from '../store.ts'

const strings = z.array(z.string())
const actions = z.array(actionSchema)
const observations = z.array(observationSchema)

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
  client: Tx | Store['read'],
  projectName: string,
  hashes: string[],
): Promise<PresentEpisode | null> {
  const row = await client.episode.findFirst({
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
  const { trajectory: run } = input
  const id = store.nextId('ep')
  // Not an aggregate: Prisma's goes through all rows of the project, this looks at the end of the index.
  const last = await tx.episode.findFirst({
    where: { projectId: input.projectId },
    orderBy: { position: 'desc' },
    select: { position: true },
  })
  await tx.episode.create({
    data: {
      id,
      projectId: input.projectId,
      instanceId: run.instanceId,
      repo: run.repo,
      contentHash: input.contentHash,
      format: run.format,
      fileName: input.fileName,
      taskTitle: run.task.title,
      taskText: run.task.text,
      taskRaw: run.task.raw,
      agentName: run.agent.name,
      agentVersion: run.agent.version,
      backbone: run.backbone,
      outcome: run.outcome,
      outcomeSource: run.outcomeSource,
      exitStatus: run.exitStatus,
      submission: run.submission,
      costUsd: run.costUsd,
      startedAt: dateOrNull(run.startedAt),
      warnings: JSON.stringify(run.warnings),
      maskedSecretCount: input.maskedSecretCount,
      stepCount: run.steps.length,
      position: (last?.position ?? -1) + 1,
      createdAt: store.now(),
    },
  })
  await tx.step.createMany({
    data: run.steps.map((step) => ({
      episodeId: id,
      n: step.n,
      thought: step.thought,
      actions: JSON.stringify(step.actions),
      observations: JSON.stringify(step.observations),
      at: dateOrNull(step.at),
      costUsd: step.costUsd,
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
  await tx.episode.update({ where: { id: episodeId }, data: { outcome, outcomeSource: source } })
}

/** An episode as the trajectory it was read from, with where it stands. Throws when it is gone. */
export async function getTrajectory(
  { read }: Store,
  episodeId: string,
): Promise<{
  trajectory: Trajectory
  projectId: string
  projectName: string
  reviewGate: boolean
  /** The extractor in service; null = the one that imports run. */
  serving: string | null
  position: number
}> {
  const row = await read.episode.findUniqueOrThrow({
    where: { id: episodeId },
    include: { steps: { orderBy: { n: 'asc' } }, project: true },
  })
  const trajectory: Trajectory = {
    format: row.format,
    instanceId: row.instanceId,
    repo: row.repo,
    task: { title: row.taskTitle, text: row.taskText, raw: row.taskRaw },
    agent: { name: row.agentName, version: row.agentVersion },
    backbone: row.backbone,
    outcome: outcomeSchema.parse(row.outcome),
    outcomeSource: row.outcomeSource,
    exitStatus: row.exitStatus,
    submission: row.submission,
    costUsd: row.costUsd,
    startedAt: row.startedAt?.toISOString() ?? null,
    steps: row.steps.map(toStep),
    warnings: strings.parse(JSON.parse(row.warnings)),
  }
  return {
    trajectory,
    projectId: row.projectId,
    projectName: row.project.name,
    reviewGate: row.project.reviewGate,
    serving: row.project.extractor,
    position: row.position,
  }
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
  await tx.subtask.createMany({
    data: subtasks.map((subtask, position) => ({
      id: subtask.id,
      episodeId,
      position,
      category: subtask.category,
      labelledBy,
      predicted: subtask.predicted?.category ?? null,
      predictedBy: subtask.predicted?.by ?? null,
      fromStep: subtask.fromStep,
      toStep: subtask.toStep,
      objective: subtask.description.objective,
      keywords: JSON.stringify(subtask.description.keywords),
      objectiveAtStart: subtask.descriptionAtStart.objective,
      keywordsAtStart: JSON.stringify(subtask.descriptionAtStart.keywords),
      judged: subtask.judged,
      skippedBecause: subtask.skippedBecause,
    })),
  })
  await tx.label.createMany({
    data: subtasks.map((subtask) => ({
      id: store.nextId('lb'),
      subtaskId: subtask.id,
      category: subtask.category,
      source: labelledBy === 'agent' ? 'declared' : 'rules',
      by: labelledBy,
      createdAt: store.now(),
    })),
  })
}

/** What was made of an episode; nothing until it is extracted. */
export async function countExtracted(
  client: Tx | Store['read'],
  episodeId: string,
): Promise<{ subtasks: number; entries: number }> {
  const where = { episodeId }
  return { subtasks: await client.subtask.count({ where }), entries: await client.entry.count({ where }) }
}

/** Why most subtasks of an episode left no entry; null without subtasks, or where most left one. */
export async function commonestSkip({ read }: Store, episodeId: string): Promise<string | null> {
  const [most] = await read.subtask.groupBy({
    by: ['skippedBecause'],
    where: { episodeId },
    _count: true,
    orderBy: { _count: { skippedBecause: 'desc' } },
    take: 1,
  })
  return most?.skippedBecause ?? null
}

/** How an episode ended as far as it is known, and whose it is. Throws when it is gone. */
export async function getOutcome(
  tx: Tx,
  episodeId: string,
): Promise<{ outcome: Outcome; outcomeSource: string | null; projectId: string }> {
  const row = await tx.episode.findUniqueOrThrow({
    where: { id: episodeId },
    select: { outcome: true, outcomeSource: true, projectId: true },
  })
  return { ...row, outcome: outcomeSchema.parse(row.outcome) }
}

/** One step with its long texts, or null. */
export async function findStep({ read }: Store, episodeId: string, n: number): Promise<Step | null> {
  const row = await read.step.findUnique({ where: { episodeId_n: { episodeId, n } } })
  return row && toStep(row)
}

/** Steps `from` to `to` of an episode. */
export async function listSteps(
  { read }: Store,
  episodeId: string,
  from: number,
  to: number,
): Promise<Step[]> {
  const rows = await read.step.findMany({
    where: { episodeId, n: { gte: from, lte: to } },
    orderBy: { n: 'asc' },
  })
  return rows.map(toStep)
}

export type EpisodeQuery = {
  projectId: string
  text: string
  outcome: 'resolved' | 'unresolved' | 'unknown' | null
  offset: number
  limit: number
}

/** One page of episodes, newest first; `text` matches id, title, repository or backbone. */
export async function listEpisodes({ read }: Store, query: EpisodeQuery): Promise<EpisodeList> {
  const { projectId, outcome, offset, limit } = query
  const text = query.text.trim()
  const where = {
    projectId,
    ...(outcome === null ? {} : { outcome: outcome === 'unknown' ? null : outcome }),
  }
  const named = text === '' ? null : await idsNaming(read, text, query)
  const [rows, matchCount, totalCount] = await Promise.all([
    read.episode.findMany({
      where: named ? { id: { in: named.slice(offset, offset + limit) } } : where,
      skip: named ? 0 : offset,
      take: limit,
      orderBy: { id: 'desc' },
      include: ROW_PARTS,
    }),
    named ? named.length : read.episode.count({ where }),
    read.episode.count({ where: { projectId } }),
  ])
  return { rows: rows.map(toEpisodeRow), matchCount, totalCount }
}

/** Ids of the episodes whose id, title, repository or backbone holds the text as it stands, newest first. Prisma's own `contains` takes % and _ for wildcards. */
async function idsNaming(
  read: Store['read'],
  text: string,
  { projectId, outcome }: Pick<EpisodeQuery, 'projectId' | 'outcome'>,
): Promise<string[]> {
  const like = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const rows = await read.$queryRawUnsafe<{ id: string }[]>(
    `SELECT "id" FROM "Episode" WHERE "projectId" = ?
       AND (? IS NULL OR "outcome" = ? OR (? = 'unknown' AND "outcome" IS NULL))
       AND (${['instanceId', 'taskTitle', 'repo', 'backbone'].map((field) => `"${field}" LIKE ? ESCAPE '\\'`).join(' OR ')})
     ORDER BY "id" DESC`,
    projectId,
    outcome,
    outcome,
    outcome,
    ...Array.from({ length: 4 }, () => like),
  )
  return rows.map(({ id }) => id)
}

/** Everything the episode page shows but the steps' long texts, or null. */
export async function findEpisode({ read }: Store, id: string): Promise<EpisodeDetail | null> {
  const row = await read.episode.findUnique({
    where: { id },
    include: {
      _count: ROW_PARTS._count,
      project: { select: { name: true } },
      subtasks: {
        orderBy: { position: 'asc' },
        include: {
          labels: true,
          entries: {
            where: { beside: false },
            select: { id: true, title: true, lifecycle: true },
            orderBy: { seq: 'asc' },
          },
        },
      },
    },
  })
  if (!row) return null
  const [heads, attempts] = await Promise.all([
    read.$queryRawUnsafe<RawHead[]>(STEP_HEADS, id),
    read.episode.findMany({
      where: { projectId: row.projectId, instanceId: row.instanceId },
      orderBy: { id: 'asc' },
      select: { id: true, outcome: true, stepCount: true },
    }),
  ])
  const subtasks = row.subtasks.map(
    (subtask): SubtaskView => ({
      id: subtask.id,
      category: stageSchema.parse(subtask.category),
      fromStep: subtask.fromStep,
      toStep: subtask.toStep,
      objective: subtask.objective,
      keywords: strings.parse(JSON.parse(subtask.keywords)),
      descriptionAtStart: {
        objective: subtask.objectiveAtStart,
        keywords: strings.parse(JSON.parse(subtask.keywordsAtStart)),
      },
      judged: subtask.judged as SubtaskView['judged'],
      labelSource: subtask.labelledBy,
      skippedBecause: subtask.skippedBecause,
      entries: subtask.entries.map((entry) => ({
        ...entry,
        lifecycle: lifecycleSchema.parse(entry.lifecycle),
      })),
    }),
  )
  const stageOf = (n: number): Stage =>
    subtasks.find((s) => s.fromStep <= n && n <= s.toStep)?.category ?? 'OTHER'
  return {
    episode: {
      ...toEpisodeRow(row),
      projectName: row.project.name,
      taskTitle: row.taskTitle,
      taskText: row.taskText,
      exitStatus: row.exitStatus,
      costUsd: row.costUsd,
      fileName: row.fileName,
      submission: row.submission,
      warnings: strings.parse(JSON.parse(row.warnings)),
      maskedSecretCount: row.maskedSecretCount,
    },
    subtasks,
    labels: labelLanes(row.subtasks),
    steps: heads.map((head) => toStepHead(head, stageOf(Number(head.n)))),
    returns: failureReturns(subtasks, ({ fromStep, toStep }) =>
      heads.some(
        ({ n, exitCode }) => Number(n) >= fromStep && Number(n) <= toStep && Number(exitCode ?? 0) !== 0,
      ),
    ),
    attempts: attempts.map((attempt) => ({ ...attempt, outcome: outcomeSchema.parse(attempt.outcome) })),
  }
}

const ROW_PARTS = {
  _count: { select: { subtasks: true, entries: { where: { lifecycle: { not: 'purged' }, beside: false } } } },
  subtasks: { orderBy: { position: 'asc' }, select: { category: true, fromStep: true, toStep: true } },
} as const

type EpisodeWithParts = Episode & {
  _count: { subtasks: number; entries: number }
  subtasks: { category: string; fromStep: number; toStep: number }[]
}

function toEpisodeRow(row: EpisodeWithParts): EpisodeRow {
  return {
    id: row.id,
    instanceId: row.instanceId,
    repo: row.repo,
    title: row.taskTitle,
    agent: row.agentVersion ? `${row.agentName} ${row.agentVersion}` : row.agentName,
    backbone: row.backbone,
    outcome: outcomeSchema.parse(row.outcome),
    outcomeSource: row.outcomeSource,
    stepCount: row.stepCount,
    subtaskCount: row._count.subtasks,
    entryCount: row._count.entries,
    spans: row.subtasks.map(({ category, fromStep, toStep }) => ({
      category: stageSchema.parse(category),
      fromStep,
      toStep,
    })),
    format: row.format,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Enough of a step to list it: the long texts stay in the store. A failing exit code, negative ones too, goes before 0, and 0 before none. */
const STEP_HEADS = `SELECT "n", substr("thought", 1, 400) AS thought, substr("actions" ->> '$[0].text', 1, 400) AS action,
  (SELECT o.value ->> '$.exitCode' FROM json_each("observations") o
    ORDER BY (o.value ->> '$.exitCode') <> 0 DESC LIMIT 1) AS "exitCode" FROM "Step" WHERE "episodeId" = ? ORDER BY "n"`
type RawHead = {
  n: number | bigint
  thought: string | null
  action: string | null
  exitCode: number | bigint | null
}

function toStepHead(head: RawHead, stage: Stage): StepHead {
  const headline = firstSentence(head.thought) ?? firstLine(head.action) ?? 'no thought, no action'
  return {
    n: Number(head.n),
    headline,
    exitCode: head.exitCode === null ? null : Number(head.exitCode),
    stage,
  }
}

function firstSentence(text: string | null): string | null {
  const plain = text
    ?.replace(/^(THOUGHT|Thought)\s*:\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()
  if (!plain) return null
  const end = plain.search(/[.!?:](\s|$)/)
  return (end > 0 ? plain.slice(0, end) : plain).slice(0, 140)
}

function firstLine(text: string | null): string | null {
  const line = text?.split('\n').find((part) => part.trim() !== '')
  return line ? line.trim().slice(0, 140) : null
}

/** One lane a source and person: spans in step order. */
function labelLanes(
  subtasks: {
    fromStep: number
    toStep: number
    labels: { category: string; source: string; by: string; blind: boolean }[]
  }[],
): LabelView[] {
  const lanes = new Map<string, LabelView>()
  for (const { fromStep, toStep, labels } of subtasks)
    for (const label of labels) {
      const key = `${label.source} ${label.by} ${label.blind}`
      const lane = lanes.get(key) ?? { source: label.source, by: label.by, blind: label.blind, spans: [] }
      lane.spans.push({ fromStep, toStep, category: stageSchema.parse(label.category) })
      lanes.set(key, lane)
    }
  return [...lanes.values()]
}

/** A VERIFY with a failing command that its evidence does not show as passed in the end, followed by another category, is a return. */
function failureReturns(
  subtasks: SubtaskView[],
  failed: (subtask: SubtaskView) => boolean,
): { from: string; to: string }[] {
  const returns: { from: string; to: string }[] = []
  for (const [i, subtask] of subtasks.entries()) {
    const next = subtasks[i + 1]
    if (
      subtask.category === 'VERIFY' &&
      subtask.judged !== 'correct' &&
      failed(subtask) &&
      next &&
      next.category !== 'VERIFY' &&
      next.category !== 'OTHER'
    )
      returns.push({ from: subtask.id, to: next.id })
  }
  return returns
}

function toStep(row: StepRow): Step {
  return {
    n: row.n,
    thought: row.thought,
    actions: actions.parse(JSON.parse(row.actions)),
    observations: observations.parse(JSON.parse(row.observations)),
    at: row.at?.toISOString() ?? null,
    costUsd: row.costUsd,
  }
}

/** A time the source gives, or null when it gives none that can be read. */
function dateOrNull(text: string | null): Date | null {
  if (text === null) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Episodes as whole documents with their approved entries in creation order, for strategies whose unit is the trajectory. */
export async function listEpisodeTexts(
  { read }: Store,
  projectIds: string[],
): Promise<
  {
    episodeId: string
    instanceId: string
    projectId: string
    repo: string | null
    position: number
    text: string
    entryIds: string[]
  }[]
> {
  const rows = await read.episode.findMany({
    where: { projectId: { in: projectIds } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      instanceId: true,
      projectId: true,
      repo: true,
      position: true,
      taskText: true,
      taskTitle: true,
      entries: {
        where: { lifecycle: 'approved', beside: false },
        select: { id: true },
        orderBy: { id: 'asc' },
      },
    },
  })
  return rows.map(({ id, taskText, taskTitle, entries, ...row }) => ({
    ...row,
    episodeId: id,
    text: taskText || taskTitle,
    entryIds: entries.map((entry) => entry.id),
  }))
}

/** Episodes with their final diff and what was known at the start of each subtask, in stream order. */
export async function listPatchedEpisodes(
  { read }: Store,
  projectId: string,
): Promise<
  {
    instanceId: string
    repo: string | null
    taskText: string
    submission: string | null
    subtasks: { category: Stage; descriptionAtStart: Description }[]
  }[]
> {
  const rows = await read.episode.findMany({
    where: { projectId },
    orderBy: { position: 'asc' },
    select: {
      instanceId: true,
      repo: true,
      taskText: true,
      submission: true,
      subtasks: {
        orderBy: { position: 'asc' },
        select: { category: true, objectiveAtStart: true, keywordsAtStart: true },
      },
    },
  })
  return rows.map(({ subtasks, ...row }) => ({
    ...row,
    subtasks: subtasks.map((subtask) => ({
      category: stageSchema.parse(subtask.category),
      descriptionAtStart: {
        objective: subtask.objectiveAtStart,
        keywords: strings.parse(JSON.parse(subtask.keywordsAtStart)),
      },
    })),
  }))
}
