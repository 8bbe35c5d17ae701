import { insertEntries } from '../../db/entries/entry-writes.ts'
import { ofPersons } from '../../db/entries/extracted.ts'
import { finishItem } from '../../db/jobs/work-queue.ts'
import { listOfSubtask, putDistillation } from '../../db/models/distillations.ts'
import { putModelStages } from '../../db/models/run-readings.ts'
import { PURGED } from '../../db/purge/scrub.ts'
import { findSuppression } from '../../db/purge/suppressions.ts'
import { findArrivalTerms } from '../../db/serving.ts'
import type { Store, Tx } from '../../db/store.ts'
import { lintExperience } from '../../extract/lint-experience.ts'
import { masked } from '../../extract/mask-texts.ts'
import type { Lesson } from '../../extract/model/check-lesson.ts'
import { MODEL_EXTRACTOR, type RunLessons } from '../../extract/model/read-run.ts'
import { findSecrets } from '../../extract/secret-scan.ts'
import { suppressionKey } from '../../extract/suppression-key.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { type MemoryEntry, newEntry, type Segment, saysTheSame } from '../../memory/entry.ts'
import { descriptionText } from '../../memory/text/words.ts'
import type { FreshIndex } from '../../retrieval/fresh-index.ts'
import { looksRetired } from '../look-alike.ts'

export type KeepDeps = { store: Store; embedder: Embedder; retired: FreshIndex }

/** A run and where it stands, as what a model made of it is kept. */
export type Home = {
  episodeId: string
  projectId: string
  instanceId: string
  repo: string | null
  position: number
  /** Its stages, in order, and their ids. */
  segments: readonly Segment[]
  subtaskIds: readonly string[]
}

/** What made the lessons: the item of a job and the request of the last answer; another extractor for lessons that were made elsewhere. */
type Maker = { itemId: string | null; hash: string | null; extractor?: string }

/** A lesson of less worth waits for a person instead of being served. Chosen by what the prompt calls a saved detour. */
const SERVED_FROM = 2

type Made = { lesson: Lesson; vector: Float32Array; likeness: string | null }

/**
 * Keeps what a model made of a run and finishes the item, in one transaction. An entry that says the same stays as it is. What was
 * retired or purged before does not come back.
 */
export async function keepLessons(
  home: Home,
  read: RunLessons,
  { itemId, hash, extractor = MODEL_EXTRACTOR }: Maker,
  deps: KeepDeps,
): Promise<void> {
  const { store } = deps
  const retired = await deps.retired()
  const made: (Made | Skipped)[] = []
  for (const lesson of read.lessons) {
    const one = await madeOf(lesson, deps.embedder)
    if ('because' in one) made.push(one)
    else
      made.push({
        ...one,
        likeness: await looksRetired(store, retired, { ...home, ...one, category: lesson.category }),
      })
  }
  const note = { by: extractor, verb: 'distil', reason: home.instanceId, projectId: home.projectId }
  await store.write(note, async (tx, revise) => {
    const there = await Promise.all(home.subtaskIds.map((id) => listOfSubtask(tx, id)))
    const kept = new Map<number, string[]>()
    const skipped = [...read.refused.map((one) => ({ ...one, refused: true }))]
    for (const one of made) {
      const stage = 'because' in one ? one.stage : one.lesson.stage
      const result =
        'because' in one
          ? one
          : await put(tx, revise, { home, one, extractor, there: there[stage] ?? [] }, deps)
      if ('because' in result) skipped.push({ ...result, stage, refused: false })
      else kept.set(stage, [...(kept.get(stage) ?? []), result.entryId])
    }
    for (const [stage, subtaskId] of home.subtaskIds.entries()) {
      const reasons = skipped.filter((one) => one.stage === stage)
      const entryId = kept.get(stage)?.[0] ?? null
      const because = reasons.map((one) => one.because).join('; ') || 'the model kept nothing of it'
      await putDistillation(store, tx, {
        ...{ subtaskId, extractor, entryId, hash },
        skippedBecause: entryId === null ? masked(because) : null,
        refused: entryId === null && reasons.some(({ refused }) => refused),
      })
    }
    if (hash !== null && read.segments.some((one, i) => one.category !== home.segments[i]?.category))
      await putModelStages(store, tx, { episodeId: home.episodeId, segments: read.segments, hash })
    if (itemId !== null)
      await finishItem(store, tx, itemId, {
        entries: [...kept.values()].flat().length,
        refused: read.refused.length,
      })
  })
}

type Putting = { home: Home; one: Made; extractor: string; there: readonly MemoryEntry[] }

async function put(
  tx: Tx,
  revise: () => Promise<number>,
  { home, one, extractor, there }: Putting,
  { store, embedder }: KeepDeps,
): Promise<{ entryId: string } | { because: string }> {
  const { lesson, vector, likeness } = one
  const { category, description, experience, citations, worth, cure } = lesson
  const same = there.find((entry) => entry.extractor === extractor && saysTheSame(entry, lesson))
  if (same) return { entryId: same.id }
  const key = suppressionKey(category, experience)
  const stands = await findSuppression(store, tx, home.projectId, key)
  if (stands) return { because: `${stands.state} before${stands.reason ? `: ${stands.reason}` : ''}` }
  const { reviewGate, serving } = await findArrivalTerms(tx, home.projectId)
  const persons = await ofPersons(tx, there)
  const isBeside =
    (serving !== null && serving !== extractor) ||
    there.some(({ id, beside, extractor: maker }) =>
      serving === null ? !beside && (maker !== extractor || persons.has(id)) : !beside && persons.has(id),
    )
  const isWeak = worth !== null && worth < SERVED_FROM
  const weakness = isWeak ? `worth ${worth} of 3 by who wrote it; served from ${SERVED_FROM}` : null
  const { projectId, episodeId, instanceId, repo, position } = home
  const { fromStep = null, toStep = null } = home.segments[lesson.stage] ?? {}
  const revision = await revise()
  const entry = newEntry(store.now().toISOString(), {
    ...{ id: store.nextId('m'), projectId, episodeId, instanceId, repo, fromStep, toStep },
    ...{ category, description, experience, citations, extractor, revision, suppressionKey: key },
    ...(worth === null ? {} : { worth }),
    ...(cure === null ? {} : { cure }),
    ...(isBeside ? { beside: true } : {}),
    subtaskId: home.subtaskIds[lesson.stage] ?? null,
    flags: lintExperience(experience, repo),
    lifecycle: likeness !== null ? 'quarantined' : reviewGate || isWeak ? 'candidate' : 'approved',
    reason: likeness ?? weakness,
  })
  await insertEntries(tx, revision, [{ entry, vector: { model: embedder.id, vector }, position }])
  return { entryId: entry.id }
}

type Skipped = { stage: number; because: string }

async function madeOf(lesson: Lesson, embedder: Embedder): Promise<Omit<Made, 'likeness'> | Skipped> {
  const { stage, description, experience } = lesson
  const texts = [...Object.values(experience), description.objective, ...description.keywords]
  // A purge takes a text out of kept answers too; what is left must not become an entry.
  if (texts.some((text) => text.includes(PURGED))) return { stage, because: 'purged before' }
  const secrets = texts.flatMap((text) => findSecrets(text))
  if (secrets.length > 0)
    return { stage, because: `the answer holds what looks like a secret (${secrets[0]?.kind ?? ''})` }
  const [vector] = await embedder.embed([descriptionText(description)])
  if (!vector) throw new Error(`${embedder.id} returned no vector`)
  return { lesson, vector }
}
