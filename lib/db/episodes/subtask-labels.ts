import type { Stage } from '../../memory/category.ts'
import { type Description, stageSchema } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import type { SubtaskLabel } from '../../memory/views/entries.ts'
import { PURGED } from '../purge/scrub.ts'
import { listVerdicts, sayVerdict } from '../review/verdicts.ts'
import type { Store } from '../store.ts'
import { descriptionAtStart, type Reader, tables } from '../tables.ts'

/** What persons say that subtasks are, in the order in which they said it: of a project, or of one subtask. */
export async function listPersonLabels(
  client: Reader,
  where: { projectId: string } | { subject: string },
): Promise<(SubtaskLabel & { subtaskId: string })[]> {
  const rows = await listVerdicts(client, { ...where, task: 'stage' })
  return rows.map(({ subject, verdict, by, blind, at }) => ({
    ...{ subtaskId: subject, source: 'person', by, blind, createdAt: at },
    category: stageSchema.parse(verdict),
  }))
}

/** All labels of a subtask: what it was made with, then those of persons, oldest first. */
export async function listSubtaskLabels(store: Store, subtaskId: string): Promise<SubtaskLabel[]> {
  const [rows, persons] = await Promise.all([
    tables(store).label.findMany({ where: { subtaskId }, orderBy: { id: 'asc' } }),
    listPersonLabels(store, { subject: subtaskId }),
  ])
  const made = rows.map(({ category, source, by, blind, createdAt }) => ({
    ...{ source, by, blind, createdAt: createdAt.toISOString() },
    category: stageSchema.parse(category),
  }))
  return [...made, ...persons.map(({ subtaskId: _, ...label }) => label)]
}

/**
 * Keeps a person's label of a subtask beside those there are; the same person's later label of the same kind replaces the
 * earlier, and null takes it back. It moves no entry: that is `recategorise`. Throws UserError `no-such-subtask`.
 */
export async function labelSubtask(
  store: Store,
  input: { subtaskId: string; category: Stage | null; by: string; blind: boolean },
): Promise<void> {
  const { subtaskId: subject, category, by, blind } = input
  const projectId = await getSubtaskProject(store, subject)
  await store.record((tx) =>
    sayVerdict(store, tx, { projectId, task: 'stage', queue: '', subject, by, blind }, category),
  )
}

/** The project whose run a subtask is of. Throws UserError `no-such-subtask`. */
async function getSubtaskProject(store: Store, id: string): Promise<string> {
  const row = await tables(store).subtask.findUnique({
    where: { id },
    select: { episode: { select: { projectId: true } } },
  })
  if (row) return row.episode.projectId
  throw new UserError('no-such-subtask', `There is no subtask ${id}.`, {
    hint: 'Reload the page.',
    status: 404,
  })
}

/** A subtask with everyone's word on what it is. */
type LabelledSubtask = {
  subtaskId: string
  episodeId: string
  fromStep: number
  toStep: number
  instanceId: string
  /** What was known when it began: what a predictor may look at. */
  atStart: Description
  /** The last label of a person; null without one. */
  person: Stage | null
  /** What the agent itself declared; null where rules or a model cut the run. */
  declared: Stage | null
  /** What the extractor called it. */
  stored: Stage
}

/** Every subtask of a project with its labels, in stream order. */
export async function listLabelledSubtasks(store: Store, projectId: string): Promise<LabelledSubtask[]> {
  const rows = await tables(store).subtask.findMany({
    where: { episode: { projectId }, objectiveAtStart: { not: PURGED } },
    orderBy: [{ episode: { position: 'asc' } }, { position: 'asc' }],
    select: {
      id: true,
      episodeId: true,
      fromStep: true,
      toStep: true,
      category: true,
      labelledBy: true,
      objectiveAtStart: true,
      keywordsAtStart: true,
      episode: { select: { instanceId: true } },
    },
  })
  const labels = await listPersonLabels(store, { projectId })
  const last = new Map(labels.map((one) => [one.subtaskId, one.category]))
  return rows.map((row) => {
    const stored = stageSchema.parse(row.category)
    const { id: subtaskId, episodeId, fromStep, toStep } = row
    return {
      ...{ subtaskId, episodeId, fromStep, toStep },
      instanceId: row.episode.instanceId,
      atStart: descriptionAtStart(row),
      person: last.get(subtaskId) ?? null,
      declared: row.labelledBy === 'agent' ? stored : null,
      stored,
    }
  })
}
