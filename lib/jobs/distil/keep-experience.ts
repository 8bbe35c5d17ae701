import { insertEntries, replaceEntries } from '../../db/entries/entry-writes.ts'
import { ofPersons } from '../../db/entries/extracted.ts'
import { finishItem } from '../../db/jobs/work-queue.ts'
import { listOfSubtask, putDistillation } from '../../db/models/distillations.ts'
import { PURGED } from '../../db/purge/scrub.ts'
import { findSuppression } from '../../db/purge/suppressions.ts'
import { findArrivalTerms } from '../../db/serving.ts'
import type { Store, Tx } from '../../db/store.ts'
import { lintExperience } from '../../extract/lint-experience.ts'
import { masked } from '../../extract/mask-texts.ts'
import { MODEL_EXTRACTOR, type ModelExtraction } from '../../extract/model/extract-with-model.ts'
import { findSecrets } from '../../extract/secret-scan.ts'
import { suppressionKey } from '../../extract/suppression-key.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { type Category, isCategory } from '../../memory/category.ts'
import { newEntry, saysTheSame } from '../../memory/entry.ts'
import type { Description, Experience, Segment } from '../../memory/subtask.ts'
import { descriptionText } from '../../memory/text/description-text.ts'
import type { FreshIndex } from '../../retrieval/fresh-index.ts'
import { looksRetired } from '../look-alike.ts'

export type KeepDeps = { store: Store; embedder: Embedder; retired: FreshIndex }

/** A subtask and where it stands, as an extraction by model is kept for it. */
export type Home = {
  subtaskId: string
  episodeId: string
  projectId: string
  instanceId: string
  repo: string | null
  position: number
  segment: Segment
}

type Made = { description: Description; experience: Experience; category: Category; vector: Float32Array }

/** What is kept for a subtask, and the reason a look-alike was retired for. */
type Kept = { home: Home; made: Made; likeness: string | null; citations: ModelExtraction['citations'] }

/**
 * Keeps what a model came to for a subtask and finishes the item, in one transaction. Made again, an entry that nobody touched takes
 * the new words; one that a person touched stays as it is. What was retired or purged before does not come back.
 */
export async function keepExperience(
  item: { itemId: string },
  home: Home,
  extraction: ModelExtraction,
  hash: string | null,
  deps: KeepDeps,
): Promise<void> {
  const { store, embedder, retired } = deps
  const made = await madeOf(home, extraction, embedder)
  const retiredIndex = await retired()
  const likeness = 'vector' in made ? await looksRetired(store, retiredIndex, { ...home, ...made }) : null
  const note = { by: MODEL_EXTRACTOR, verb: 'distil', reason: home.instanceId, projectId: home.projectId }
  await store.write(note, async (tx, revise) => {
    const kept =
      'vector' in made
        ? await put(tx, revise, { home, made, likeness, citations: extraction.citations }, deps)
        : { skippedBecause: made.skippedBecause }
    const entryId = 'entryId' in kept ? kept.entryId : null
    await putDistillation(store, tx, {
      subtaskId: home.subtaskId,
      extractor: MODEL_EXTRACTOR,
      judged: extraction.verdict,
      because: masked(extraction.because),
      evidence: extraction.evidence,
      skippedBecause: 'skippedBecause' in kept ? masked(kept.skippedBecause) : null,
      refused: extraction.refused,
      entryId,
      hash,
    })
    await finishItem(store, tx, item.itemId, {
      entries: entryId === null ? 0 : 1,
      refused: extraction.refused ? 1 : 0,
    })
  })
}

async function put(
  tx: Tx,
  revise: () => Promise<number>,
  { home, made, likeness, citations }: Kept,
  { store, embedder }: KeepDeps,
): Promise<{ entryId: string } | { skippedBecause: string }> {
  const { vector, ...texts } = made
  const there = await listOfSubtask(tx, home.subtaskId)
  const persons = await ofPersons(tx, there)
  const earlier = there.find(({ extractor }) => extractor === MODEL_EXTRACTOR)
  if (earlier && (persons.has(earlier.id) || saysTheSame(earlier, texts))) return { entryId: earlier.id }
  const key = suppressionKey(texts.category, texts.experience)
  const stands = await findSuppression(store, tx, home.projectId, key)
  if (stands) return { skippedBecause: `${stands.state} before${stands.reason ? `: ${stands.reason}` : ''}` }
  const { reviewGate, serving } = await findArrivalTerms(tx, home.projectId)
  const at = store.now().toISOString()
  const shared = {
    ...texts,
    suppressionKey: key,
    citations,
    flags: lintExperience(texts.experience, home.repo),
    updatedAt: at,
  }
  const revision = await revise()
  const stored = { model: embedder.id, vector }
  if (earlier) {
    const after = { ...earlier, ...shared, revision }
    await replaceEntries(tx, revision, [{ before: earlier, after, vector: stored }])
    return { entryId: earlier.id }
  }
  const isBeside =
    (serving !== null && serving !== MODEL_EXTRACTOR) ||
    there.some(
      (entry) =>
        !entry.beside && entry.lifecycle !== 'retired' && (serving === null || persons.has(entry.id)),
    )
  const { projectId, subtaskId, episodeId, instanceId, repo } = home
  const { fromStep, toStep } = home.segment
  const entry = newEntry(at, {
    ...{ id: store.nextId('m'), projectId, subtaskId, episodeId, instanceId, repo, fromStep, toStep },
    ...shared,
    extractor: MODEL_EXTRACTOR,
    lifecycle: likeness !== null ? 'quarantined' : reviewGate ? 'candidate' : 'approved',
    ...(isBeside ? { beside: true } : {}),
    reason: likeness,
    revision,
  })
  await insertEntries(tx, revision, [{ entry, vector: stored, position: home.position }])
  return { entryId: entry.id }
}

async function madeOf(
  { segment }: Home,
  { description, experience, skippedBecause }: ModelExtraction,
  embedder: Embedder,
): Promise<Made | { skippedBecause: string }> {
  const { category } = segment
  if (description === null || experience === null || !isCategory(category))
    return { skippedBecause: skippedBecause ?? 'nothing was kept' }
  const texts = [...Object.values(experience), description.objective, ...description.keywords]
  // A purge takes a text out of kept answers too; what is left must not become an entry.
  if (texts.some((text) => text.includes(PURGED))) return { skippedBecause: 'purged before' }
  const secrets = texts.flatMap((text) => findSecrets(text))
  if (secrets.length > 0)
    return { skippedBecause: `the answer holds what looks like a secret (${secrets[0]?.kind ?? ''})` }
  const [vector] = await embedder.embed([descriptionText(description)])
  if (!vector) throw new Error(`${embedder.id} returned no vector`)
  return { description, experience, category, vector }
}
