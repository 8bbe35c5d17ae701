import type { Detection } from '../detect/detect.ts'
import { fullText } from '../detect/detector.ts'
import { nearDuplicate, type SimilarPair } from '../detect/detectors/near-duplicate.ts'
import { type DetectorQuality, isHeldOut, type Planted, qualityOf } from '../detect/quality.ts'
import { type EmbedMeaning, rankInMeaning, toldAgain } from '../detect/told-again.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import { createRandom, shuffled } from '../memory/statistics.ts'

/** Entries whose whole texts are embedded for it: some two minutes. Ours. */
const MOST_ENTRIES = 1_000

/** Near-duplicates as meaning and words propose them (decision 019), beside the detector in service. */
export type MeaningQuality = {
  pairs: number
  /** A seeded draw of the pairs, for judging by hand. */
  examples: { score: number; texts: string[] }[]
  /** On planted near-duplicates; null where none are known. */
  planted: {
    rows: MeaningRow[]
    /** Of the planted ones that the detector in service misses: those whose original is the nearest in meaning. */
    originalFirst: { first: number; n: number }
  } | null
}

/** How well planted near-duplicates are found, among all entries and in the half that nobody read. */
type MeaningRow = { by: 'words' | 'meaning' | 'both'; all: DetectorQuality; heldOut: DetectorQuality }

/** Measures the rule of decision 019. Reads only. Throws UserError `too-many-entries`. */
export async function qualityByMeaning(
  { entries, examples, seed }: { entries: readonly MemoryEntry[]; examples: number; seed: number },
  known: { detections: readonly Detection[]; manifest: readonly Planted[] | null },
  embedMeaning: EmbedMeaning,
): Promise<MeaningQuality> {
  if (entries.length > MOST_ENTRIES)
    throw new UserError('too-many-entries', `Meaning is compared over ${MOST_ENTRIES} entries at most.`, {
      hint: `This project has ${entries.length}; ask without it.`,
      status: 422,
    })
  const { pairs, meanings } = await toldAgain(entries, embedMeaning)
  const textOf = (id: string) => entries.filter((entry) => entry.id === id).map(fullText)
  const rows = known.manifest === null ? null : onPlanted(pairs, known.detections, known.manifest)
  const missed = known.manifest?.filter(({ entryId }) => rows?.[0]?.all.missed.includes(entryId)) ?? []
  const isFirst = (one: Planted) => rankInMeaning(one, entries, meanings) === 1
  return {
    pairs: pairs.length,
    examples: shuffled(pairs, createRandom(seed))
      .slice(0, examples)
      .map(({ older, newer, score }) => ({ score, texts: [...textOf(older), ...textOf(newer)] })),
    planted: rows && { rows, originalFirst: { first: missed.filter(isFirst).length, n: missed.length } },
  }
}

function onPlanted(
  pairs: readonly SimilarPair[],
  detections: readonly Detection[],
  manifest: readonly Planted[],
): MeaningRow[] {
  const words = detections.find(({ detector }) => detector === nearDuplicate.name)?.faults ?? []
  const meaning = pairs.map(({ older, newer, score }) => ({
    entryId: older,
    otherId: newer,
    score,
    detail: { sentence: '', spans: [] },
  }))
  return Object.entries({ words, meaning, both: [...words, ...meaning] }).flatMap(([by, faults]) => {
    const quality = (of: typeof faults, planted: readonly Planted[]) =>
      qualityOf(
        [{ detector: nearDuplicate.name, faults: of, unknownBecause: null, stoppedBecause: null }],
        planted,
      ).find(({ detector }) => detector === nearDuplicate.name)
    const all = quality(faults, manifest)
    const heldOut = quality(
      faults.filter(({ entryId, otherId }) => isHeldOut(otherId ?? entryId)),
      manifest.filter(({ entryId }) => isHeldOut(entryId)),
    )
    return all && heldOut ? [{ by: by as MeaningRow['by'], all, heldOut }] : []
  })
}
