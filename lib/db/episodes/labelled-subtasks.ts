import type { Stage } from '../../memory/category.ts'
import { stageSchema } from '../../memory/category-schema.ts'
import type { Description } from '../../memory/subtask.ts'
import { PURGED } from '../purge/scrub.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { descriptionAtStart } from '../text-columns.ts'
import { listPersonLabels } from './subtask-labels.ts'

/** A subtask with everyone's word on what it is. */
export type LabelledSubtask = {
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
