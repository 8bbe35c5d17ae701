import type { DetectorName } from '../memory/findings/finding.ts'
import { wilsonInterval } from '../memory/statistics/proportion.ts'
import type { Interval } from '../memory/statistics.ts'
import { seedFrom } from '../memory/statistics.ts'
import type { Detection } from './detect.ts'

/** What was planted in an entry, by the manifest; `none` = healthy. */
export interface Planted {
  entryId: string
  trouble: string
  /** The entry it repeats or opposes; null otherwise. */
  of: string | null
}

/** How well one detector found one kind of planted trouble. Unknown shares are null. */
export interface DetectorQuality {
  detector: DetectorName
  trouble: string
  planted: number
  found: number
  recall: number | null
  recallInterval: Interval | null
  /** Entries (or pairs) flagged, and how many of them were planted as this trouble. */
  flagged: number
  precision: number | null
  precisionInterval: Interval | null
  f1: number | null
  /** Healthy entries among the flagged: false alarms beyond doubt. Others bear another trouble, and may well deserve this flag too. */
  healthyFlagged: number
  /** Planted and not found. */
  missed: string[]
  /** Flagged and not planted as this trouble, with what they were planted as. */
  wrong: { entryId: string; otherId: string | null; plantedAs: string }[]
}

/** The detector that each planted trouble is meant for. Poison has none: that is the point of planting it. */
export const DETECTOR_OF: Readonly<Record<string, DetectorName>> = {
  'near-duplicate': 'near-duplicate',
  leak: 'leak',
  secret: 'secret',
  'swapped-category': 'doubtful-category',
  vague: 'vague',
  contradiction: 'contradiction',
  echo: 'echo',
  junk: 'not-a-lesson',
  'hidden-text': 'hidden-text',
  risky: 'risky',
  'too-long': 'too-long',
}

const PAIRED: readonly DetectorName[] = ['near-duplicate', 'contradiction']

/**
 * Precision and recall of every detector on a memory in which each entry's trouble is known. A detector of pairs has found
 * a planted entry when it named it together with the one it repeats or opposes; the others when they named the entry.
 */
export function qualityOf(detections: readonly Detection[], planted: readonly Planted[]): DetectorQuality[] {
  const byId = new Map(planted.map((one) => [one.entryId, one]))
  return Object.entries(DETECTOR_OF).flatMap(([trouble, detector]) => {
    const faults = detections.find((one) => one.detector === detector)?.faults ?? []
    const paired = PAIRED.includes(detector)
    const wanted = planted.filter((one) => one.trouble === trouble)
    const named = faults.map(({ entryId, otherId }) => {
      // A detector of single entries that names a source as well (an echo's) speaks of the later one.
      const ids = otherId === null ? [entryId] : paired ? [entryId, otherId] : [otherId]
      const hit = wanted.find(
        (one) => ids.includes(one.entryId) && (!paired || one.of === null || ids.includes(one.of)),
      )
      return {
        entryId: otherId !== null && !paired ? otherId : entryId,
        otherId: paired ? otherId : null,
        hit: hit?.entryId ?? null,
      }
    })
    const found = new Set(named.flatMap(({ hit }) => hit ?? []))
    const right = named.filter(({ hit }) => hit !== null).length
    const [recall, precision] = [share(found.size, wanted.length), share(right, named.length)]
    return [
      {
        detector,
        trouble,
        planted: wanted.length,
        found: found.size,
        recall,
        recallInterval: wanted.length === 0 ? null : wilsonInterval(found.size, wanted.length),
        flagged: named.length,
        precision,
        precisionInterval: named.length === 0 ? null : wilsonInterval(right, named.length),
        f1:
          recall === null || precision === null || recall + precision === 0
            ? null
            : (2 * recall * precision) / (recall + precision),
        healthyFlagged: named.filter(
          ({ entryId, otherId, hit }) =>
            hit === null && [entryId, otherId].every((id) => id === null || byId.get(id)?.trouble === 'none'),
        ).length,
        missed: wanted.filter(({ entryId }) => !found.has(entryId)).map(({ entryId }) => entryId),
        wrong: named
          .filter(({ hit }) => hit === null)
          .map(({ entryId, otherId }) => ({
            entryId,
            otherId,
            plantedAs: [entryId, otherId]
              .flatMap((id) => (id === null ? [] : [byId.get(id)?.trouble ?? 'unlabelled']))
              .join(' + '),
          })),
      },
    ]
  })
}

/** True for the half of the planted entries that nobody looked at while the detectors were written. */
export function isHeldOut(id: string): boolean {
  return seedFrom(id) % 2 === 1
}

/** One threshold of the near-duplicate curve. */
export interface CurvePoint {
  threshold: number
  pairs: number
  precision: number | null
  recall: number | null
  f1: number | null
}

/** Precision, recall and F1 of near-duplicate pairs at every threshold from the lowest pair's to 1, in steps of 0.02. */
export function duplicateCurve(
  pairs: readonly { older: string; newer: string; score: number }[],
  planted: readonly Planted[],
  from: number,
): CurvePoint[] {
  const wanted = planted.filter((one) => one.trouble === 'near-duplicate')
  const steps = Math.round((1 - from) / 0.02)
  return Array.from({ length: steps + 1 }, (_, i) => {
    const threshold = Number((from + i * 0.02).toFixed(2))
    const kept = pairs.filter(({ score }) => score >= threshold)
    const isWanted = (pair: { older: string; newer: string }) =>
      wanted.find(
        ({ entryId, of }) =>
          (entryId === pair.older && of === pair.newer) || (entryId === pair.newer && of === pair.older),
      )
    const hits = kept.flatMap((pair) => isWanted(pair) ?? [])
    const [precision, recall] = [share(hits.length, kept.length), share(new Set(hits).size, wanted.length)]
    const f1 =
      precision === null || recall === null || precision + recall === 0
        ? null
        : (2 * precision * recall) / (precision + recall)
    return { threshold, pairs: kept.length, precision, recall, f1 }
  })
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
