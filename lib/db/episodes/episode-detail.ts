import type { Stage } from '../../memory/category.ts'
import { lifecycleSchema, stageSchema } from '../../memory/entry.ts'
import { failureReturns } from '../../memory/failure-returns.ts'
import { outcomeSchema } from '../../memory/trajectory.ts'
import type { EpisodeDetail, LabelView, StepHead, SubtaskView } from '../../memory/views/episodes.ts'
import type { Subtask } from '../generated/client.ts'
import { findModelLabels } from '../models/run-readings.ts'
import type { Store } from '../store.ts'
import { descriptionAtStart, select, tables, wordsOf } from '../tables.ts'
import { ROW_PARTS, toEpisodeRow } from './episode-list.ts'
import { listPersonLabels } from './subtask-labels.ts'

/** Everything the episode page shows but the steps' long texts, or null. */
export async function findEpisode(store: Store, id: string): Promise<EpisodeDetail | null> {
  const row = await tables(store).episode.findUnique({
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
  const [persons, byModel, heads, attempts] = await Promise.all([
    listPersonLabels(store, { projectId: row.projectId }),
    findModelLabels(store, id),
    select<RawHead>(store, STEP_HEADS, id),
    tables(store).episode.findMany({
      where: { projectId: row.projectId, instanceId: row.instanceId },
      orderBy: { id: 'asc' },
      select: { id: true, outcome: true, stepCount: true },
    }),
  ])
  const subtasks = row.subtasks.map(toSubtaskView)
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
      warnings: wordsOf(row.warnings),
      maskedSecretCount: row.maskedSecretCount,
    },
    subtasks,
    labels: [...labelLanes(withPersons(row.subtasks, persons)), ...(byModel ? [byModel] : [])],
    steps: heads.map((head) => toStepHead(head, stageOf(head.n))),
    returns: failureReturns(subtasks, ({ fromStep, toStep }) =>
      heads.some(({ n, exitCode }) => n >= fromStep && n <= toStep && (exitCode ?? 0) !== 0),
    ),
    attempts: attempts.map((attempt) => ({ ...attempt, outcome: outcomeSchema.parse(attempt.outcome) })),
  }
}

function toSubtaskView(subtask: SubtaskRow): SubtaskView {
  return {
    id: subtask.id,
    category: stageSchema.parse(subtask.category),
    fromStep: subtask.fromStep,
    toStep: subtask.toStep,
    objective: subtask.objective,
    keywords: wordsOf(subtask.keywords),
    descriptionAtStart: descriptionAtStart(subtask),
    judged: subtask.judged as SubtaskView['judged'],
    labelSource: subtask.labelledBy,
    skippedBecause: subtask.skippedBecause,
    entries: subtask.entries.map((entry) => ({
      ...entry,
      lifecycle: lifecycleSchema.parse(entry.lifecycle),
    })),
  }
}

type SubtaskRow = Subtask & { entries: { id: string; title: string; lifecycle: string }[] }

/** Enough of a step to list it: the long texts stay in the store. A failing exit code, negative ones too, goes before 0, and 0 before none. */
const STEP_HEADS = `SELECT "n", substr("thought", 1, 400) AS thought, substr("actions" ->> '$[0].text', 1, 400) AS action,
  (SELECT CAST(o.value ->> '$.exitCode' AS INTEGER) FROM json_each("observations") o
    ORDER BY CAST(o.value ->> '$.exitCode' AS INTEGER) <> 0 DESC NULLS LAST LIMIT 1) AS "exitCode" FROM "Step" WHERE "episodeId" = ? ORDER BY "n"`
type RawHead = { n: number; thought: string | null; action: string | null; exitCode: number | null }

function toStepHead({ n, thought, action, exitCode }: RawHead, stage: Stage): StepHead {
  const headline = firstSentence(thought) ?? firstLine(action) ?? 'no thought, no action'
  return { n, headline, exitCode, stage }
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

/** Each subtask with what persons said of it behind what it was made with. */
function withPersons(
  subtasks: readonly (Parameters<typeof labelLanes>[0][number] & { id: string })[],
  persons: Awaited<ReturnType<typeof listPersonLabels>>,
) {
  return subtasks.map((subtask) => ({
    ...subtask,
    labels: [...subtask.labels, ...persons.filter(({ subtaskId }) => subtaskId === subtask.id)],
  }))
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
