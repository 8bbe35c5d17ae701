import { countExtracted, insertSubtasks, type NewSubtask } from '../db/episodes/episodes.ts'
import { getTrajectory } from '../db/episodes/steps.ts'
import { finishItem } from '../db/jobs/work-queue.ts'
import type { Store } from '../db/store.ts'
import { type ExtractedSubtask, extractSubtasks, RULES_ID } from '../extract/extract.ts'
import { descriptionText } from '../memory/text/description-text.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import { likeliestCategory, PREDICTOR_ID, predictCategory } from '../retrieval/predict-category.ts'

export type ExtractionDeps = {
  store: Store
  /** Finds the stages of a run; in a thread of its own where others wait for this process. Default: here. */
  extract?: (trajectory: Trajectory) => Promise<ExtractedSubtask[]>
}

/**
 * Episode -> stages, found by rules, then one transaction that also finishes the item. Doing it twice has the effect of doing it
 * once. Nothing waits inside the transaction.
 */
export async function extractEpisode(
  item: { itemId: string; target: string },
  { store, extract = async (trajectory) => extractSubtasks(trajectory) }: ExtractionDeps,
): Promise<void> {
  const episodeId = item.target
  const { trajectory, projectId } = await getTrajectory(store, episodeId)
  const extracted = await extract(trajectory)
  const note = { by: RULES_ID, verb: 'extract', reason: trajectory.instanceId, projectId }
  await store.write(note, async (tx, revise) => {
    const earlier = await countExtracted(tx, episodeId)
    if (earlier.subtasks === 0) {
      await revise()
      const subtasks = extracted.map((part) => newSubtask(store.nextId('st'), part))
      await insertSubtasks(store, tx, episodeId, RULES_ID, subtasks)
    }
    await finishItem(store, tx, item.itemId, { subtasks: earlier.subtasks || extracted.length })
  })
}

function newSubtask(id: string, part: ExtractedSubtask): NewSubtask {
  const predicted = likeliestCategory(predictCategory(descriptionText(part.descriptionAtStart)))
  const { segment, description, descriptionAtStart, skippedBecause } = part
  const { category, fromStep, toStep } = segment
  return {
    ...{ id, category, fromStep, toStep, description, descriptionAtStart, skippedBecause },
    judged: part.judged?.verdict ?? 'undetermined',
    predicted: { category: predicted, by: PREDICTOR_ID },
  }
}
