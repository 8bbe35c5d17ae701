import { listOtherTasks, nameTask } from '../db/episodes/episode-texts.ts'
import { countExtracted, insertSubtasks, type NewSubtask } from '../db/episodes/episodes.ts'
import { getTrajectory } from '../db/episodes/steps.ts'
import { finishItem } from '../db/jobs/work-queue.ts'
import type { Store, Write } from '../db/store.ts'
import { type ExtractedSubtask, extractSubtasks, RULES_ID } from '../extract/extract.ts'
import { withoutShared } from '../extract/rules/shared-sentences.ts'
import { doneSteps } from '../extract/rules/stages-so-far.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { likeliestCategory } from '../retrieval/predict-category.ts'
import { predictStage, type StageStart } from './predict-stage.ts'
import type { WorkItem } from './worker.ts'

type ExtractionDeps = {
  store: Store
  /** Finds the stages of a run; in a thread of its own where others wait for this process. Default: here. */
  extract?: (trajectory: Trajectory) => Promise<ExtractedSubtask[]>
}

/**
 * Episode -> stages, found by rules, then one write to be kept that also finishes the item. Doing it twice has the effect of doing it
 * once. Nothing waits inside the write. What other tasks of the project hold as well is no part of the task.
 */
export async function extractEpisode(
  item: Pick<WorkItem, 'itemId' | 'target' | 'keep'>,
  { store, extract = async (trajectory) => extractSubtasks(trajectory) }: ExtractionDeps,
): Promise<void> {
  const episodeId = item.target
  const { trajectory: stored, projectId } = await getTrajectory(store, episodeId)
  const others = await listOtherTasks(store, projectId, stored.instanceId)
  const { title, text } = withoutShared(stored.task, others)
  const trajectory = { ...stored, task: { ...stored.task, title, text } }
  const extracted = await extract(trajectory)
  const done = doneSteps(trajectory.steps)
  const startOf = ({ segment, descriptionAtStart }: ExtractedSubtask) => ({
    format: trajectory.format,
    done: done.slice(0, trajectory.steps.filter(({ n }) => n < segment.fromStep).length),
    text: descriptionText(descriptionAtStart),
  })
  const note = { by: RULES_ID, verb: 'extract', reason: trajectory.instanceId, projectId }
  const work: Write<void>['work'] = async (tx, revise) => {
    const earlier = await countExtracted(tx, episodeId)
    if (earlier.subtasks === 0) {
      await revise()
      if (title !== stored.task.title) await nameTask(tx, episodeId, title)
      const subtasks = extracted.map((part) => newSubtask(store.nextId('st'), part, startOf(part)))
      await insertSubtasks(store, tx, episodeId, RULES_ID, subtasks)
    }
    await finishItem(store, tx, item.itemId, { subtasks: earlier.subtasks || extracted.length })
  }
  item.keep({ note, work })
}

function newSubtask(id: string, part: ExtractedSubtask, start: StageStart): NewSubtask {
  const predicted = predictStage(start)
  const { segment, description, descriptionAtStart, skippedBecause } = part
  const { category, fromStep, toStep } = segment
  return {
    ...{ id, category, fromStep, toStep, description, descriptionAtStart, skippedBecause },
    judged: part.judged ?? 'undetermined',
    predicted: { category: likeliestCategory(predicted), by: predicted.predictor },
  }
}
