import type { Store } from '../db/store.ts'
import type { Detection } from '../detect/detect.ts'
import { fullText } from '../detect/detector.ts'
import { nearDuplicate, PAIRS_FROM, type SimilarPair } from '../detect/detectors/near-duplicate.ts'
import {
  type CurvePoint,
  type DetectorQuality,
  duplicateCurve,
  isHeldOut,
  type Planted,
  qualityOf,
} from '../detect/quality.ts'
import { type EmbedMeaning, rankInMeaning, toldAgain } from '../detect/told-again.ts'
import { LOCAL_EMBEDDER_ID } from '../llm/local-embedder.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'
import type { DetectorName } from '../memory/findings/finding.ts'
import { SAMPLE_PROJECT } from '../memory/sample.ts'
import { createRandom, shuffled } from '../memory/statistics.ts'
import { type Detect, memoryOf } from './detect-project.ts'
import { readTrouble, readTroubleManifest, TROUBLE_PROJECT } from './load-sample.ts'
import type { ListPairs } from './loose-pairs.ts'
import type { SimilarPairs } from './threads/tasks.ts'

/** One flagged entry (or pair) as a person judges it. */
type FlaggedExample = {
  detector: DetectorName
  entryId: string
  otherId: string | null
  score: number | null
  sentence: string
  texts: string[]
}

/** What detectors make of a project: how much they flag and, where trouble was planted, how well they find it. */
export type QualityReport = {
  project: string
  embedder: string
  entries: number
  flagged: { detector: DetectorName; count: number; entries: number; unknownBecause: string | null }[]
  /** Precision and recall on planted trouble; null when the project has none. Source: written. */
  planted: {
    entries: number
    healthy: number
    detectors: DetectorQuality[]
    /** The same over the half of the planted entries that nobody looked at while the detectors were written. */
    heldOut: DetectorQuality[]
    duplicateCurve: CurvePoint[]
    poisonFlagged: boolean
  } | null
  /** A seeded draw of what was flagged, for judging by hand; empty unless asked for. */
  examples: FlaggedExample[]
  /** Near-duplicates by meaning, which are measured and not in service; null unless asked for. */
  byMeaning: MeaningQuality | null
}

/** Runs the detectors over a project, or over the sample's planted trouble. Reads only. */
export async function reportQuality(
  options: { project: string; projectId: string; examples: number; seed: number; meaning: boolean },
  deps: { store: Store; rootPath: string; detect: Detect; listPairs: ListPairs; embedMeaning: EmbedMeaning },
): Promise<QualityReport> {
  const { store, rootPath, detect, listPairs, embedMeaning } = deps
  const { project, projectId, examples, seed, meaning } = options
  const isPlanted = project === SAMPLE_PROJECT || project === TROUBLE_PROJECT
  const memory = isPlanted
    ? { entries: await readTrouble(rootPath, projectId), retrievals: [], vanilla: new Map() }
    : await memoryOf(store, projectId)
  const detections = await detect(memory)
  return {
    project,
    embedder: LOCAL_EMBEDDER_ID,
    entries: memory.entries.length,
    flagged: detections.map(({ detector, faults, unknownBecause }) => ({
      detector,
      count: faults.length,
      entries: new Set(
        faults.flatMap(({ entryId, otherId }) => (otherId === null ? [entryId] : [entryId, otherId])),
      ).size,
      unknownBecause,
    })),
    planted: isPlanted ? plantedReport(await listPairs(memory.entries), detections, rootPath) : null,
    examples: detections.flatMap((detection) => drawExamples(detection, memory.entries, examples, seed)),
    byMeaning: meaning
      ? await qualityByMeaning(
          { entries: memory.entries, examples, seed },
          { detections, manifest: isPlanted ? readTroubleManifest(rootPath) : null },
          embedMeaning,
        )
      : null,
  }
}

function plantedReport(
  pairs: SimilarPairs,
  detections: Detection[],
  rootPath: string,
): QualityReport['planted'] {
  const manifest = readTroubleManifest(rootPath)
  const poisoned = new Set(
    manifest.filter(({ trouble }) => trouble === 'poisoned').map(({ entryId }) => entryId),
  )
  return {
    entries: manifest.length,
    healthy: manifest.filter(({ trouble }) => trouble === 'none').length,
    detectors: qualityOf(detections, manifest),
    heldOut: qualityOf(
      detections.map((detection) => ({
        ...detection,
        faults: detection.faults.filter(({ entryId, otherId }) => isHeldOut(otherId ?? entryId)),
      })),
      manifest.filter(({ entryId }) => isHeldOut(entryId)),
    ),
    duplicateCurve: duplicateCurve(pairs, manifest, PAIRS_FROM),
    poisonFlagged: detections.some(({ faults }) => faults.some(({ entryId }) => poisoned.has(entryId))),
  }
}

function drawExamples(
  { detector, faults }: Detection,
  entries: readonly MemoryEntry[],
  count: number,
  seed: number,
): FlaggedExample[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const textOf = (id: string | null) => {
    const entry = id === null ? undefined : byId.get(id)
    return entry ? [`[${entry.category}] ${fullText(entry)}`] : []
  }
  return shuffled(faults, createRandom(seed))
    .slice(0, count)
    .map(({ entryId, otherId, score, detail }) => ({
      detector,
      entryId,
      otherId,
      score,
      sentence: detail.sentence,
      texts: [...textOf(entryId), ...textOf(otherId)],
    }))
}

/** Entries whose whole texts are embedded for it: some two minutes. Ours. */
const MOST_ENTRIES = 1_000

/** Near-duplicates as meaning and words propose them (decision 019), beside the detector in service. */
type MeaningQuality = {
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
async function qualityByMeaning(
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
