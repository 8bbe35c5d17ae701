import { findEntry } from '../db/entries/entries.ts'
import { insertEntries } from '../db/entries/entry-writes.ts'
import { countExtracted, insertSubtasks, type NewSubtask } from '../db/episodes/episodes.ts'
import { getTrajectory } from '../db/episodes/steps.ts'
import { finishItem } from '../db/jobs/work-queue.ts'
import { findSuppression } from '../db/purge/suppressions.ts'
import { findArrivalTerms } from '../db/serving.ts'
import type { Store } from '../db/store.ts'
import type { ExtractedSubtask } from '../extract/extract.ts'
import { suppressionKey } from '../extract/suppression-key.ts'
import type { Embedder } from '../llm/embedder.ts'
import { type Category, isCategory } from '../memory/category.ts'
import { newEntry } from '../memory/entry.ts'
import { descriptionText } from '../memory/subtask.ts'
import { calledBy } from '../memory/text/excerpt.ts'
import type { Trajectory } from '../memory/trajectory.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import type { FreshIndex } from '../retrieval/fresh-index.ts'
import { likeliestCategory, PREDICTOR_ID, predictCategory } from '../retrieval/predict-category.ts'
import type { EarlierRules } from './earlier-rules.ts'
import { RULES } from './extractors.ts'
import { nearestRetired } from './look-alike.ts'

export type ExtractionDeps = {
  store: Store
  embedder: Embedder
  /** What persons retired: a look-alike of it arrives held. */
  retired: FreshIndex
  /** What an earlier version of the rules made of the sample; null or absent: the present one works. */
  earlierRules?: EarlierRules | null
  /** Makes subtasks of a run; in a thread of its own where others wait for this process. Default: here. */
  extract?: (trajectory: Trajectory) => Promise<ExtractedSubtask[]>
}

/** What extraction left of an episode; the item's stored result. */
export type ExtractionResult = { subtasks: number; entries: number; suppressed: number; skipped: number }

/**
 * Episode -> subtasks -> entries: segment, judge, distil and scan by rules, embed, then one transaction that also finishes
 * the item. Doing it twice has the effect of doing it once. Nothing waits inside the transaction.
 */
export async function extractEpisode(
  item: { itemId: string; target: string },
  { store, embedder, retired, extract, earlierRules }: ExtractionDeps,
): Promise<ExtractionResult> {
  const episodeId = item.target
  const { trajectory, projectId, position } = await getTrajectory(store, episodeId)
  const known = earlierRules?.(trajectory) ?? null
  const extractor = known ?? RULES
  const extracted = extract && known === null ? await extract(trajectory) : extractor.extract(trajectory)
  const vectors = await embedder.embed(extracted.map(({ description }) => descriptionText(description)))
  const retiredIndex = await retired()
  const note = { by: extractor.id, verb: 'extract', reason: trajectory.instanceId, projectId }
  return await store.write(note, async (tx, revise) => {
    const earlier = await countExtracted(tx, episodeId)
    if (earlier.subtasks > 0) {
      const result = { ...earlier, suppressed: 0, skipped: 0 }
      await finishItem(store, tx, item.itemId, result)
      return result
    }
    const { reviewGate, serving, withholdsExcerpts } = await findArrivalTerms(tx, projectId)
    const isBeside =
      (serving !== null && serving !== extractor.id) ||
      (withholdsExcerpts && calledBy(extractor.id) === 'excerpt')
    const at = store.now().toISOString()
    const revision = await revise()
    const subtasks: NewSubtask[] = []
    const entries: Parameters<typeof insertEntries>[2] = []
    let suppressed = 0
    for (const [i, part] of extracted.entries()) {
      const subtaskId = store.nextId('st')
      let skippedBecause = part.skippedBecause
      const { category } = part.segment
      const vector = vectors[i]
      if (part.experience !== null && isCategory(category) && vector) {
        const key = suppressionKey(category, part.experience)
        const stands = await findSuppression(store, tx, projectId, key)
        if (stands) {
          suppressed++
          skippedBecause = `${stands.state} before${stands.reason ? `: ${stands.reason}` : ''}`
        } else {
          const likeness = await looksRetired(store, retiredIndex, { projectId, category, vector })
          const lifecycle = likeness !== null ? 'quarantined' : reviewGate ? 'candidate' : 'approved'
          const { instanceId, repo } = trajectory
          const { description, experience, flags, citations, removed } = part
          const entry = newEntry(at, {
            ...{ id: store.nextId('m'), projectId, episodeId, subtaskId, instanceId, repo },
            ...part.segment,
            ...{ category, description, experience, flags, citations, removed, lifecycle, revision },
            extractor: extractor.id,
            reason: likeness,
            ...(isBeside ? { beside: true } : {}),
            suppressionKey: key,
          })
          entries.push({ entry, vector: { model: embedder.id, vector }, position })
        }
      }
      subtasks.push(newSubtask(subtaskId, part, skippedBecause))
    }
    await insertSubtasks(store, tx, episodeId, extractor.labelledBy, subtasks)
    await insertEntries(tx, revision, entries)
    const skipped = subtasks.length - entries.length - suppressed
    const result = { subtasks: subtasks.length, entries: entries.length, suppressed, skipped }
    await finishItem(store, tx, item.itemId, result)
    return result
  })
}

/** Why a new lesson is held: the reason its nearest retired neighbour in the category was retired for; null when none is near. */
export async function looksRetired(
  store: Store,
  retired: CosineIndex,
  like: { projectId: string; category: Category; vector: Float32Array },
): Promise<string | null> {
  const nearest = nearestRetired(retired, like)
  if (!nearest) return null
  const entry = await findEntry(store, nearest.id)
  return `looks like one retired before${entry?.reason ? `: ${entry.reason}` : ''}`
}

function newSubtask(id: string, part: ExtractedSubtask, skippedBecause: string | null): NewSubtask {
  const predicted = likeliestCategory(predictCategory(descriptionText(part.descriptionAtStart)))
  const { segment, description, descriptionAtStart } = part
  const { category, fromStep, toStep } = segment
  return {
    ...{ id, category, fromStep, toStep, description, descriptionAtStart },
    judged: part.judged?.verdict ?? 'undetermined',
    skippedBecause,
    predicted: { category: predicted, by: PREDICTOR_ID },
  }
}
