import { dot } from '../../memory/similarity.ts'
import { breathe, type Detector, type Fault } from '../detector.ts'

/** Cosine of the whole text from which two entries of a category count as the same lesson told twice. Ours; the worklist has a slider. */
export const DUPLICATE_FROM = 0.86

/** Lowest cosine that is kept, so that the slider has somewhere to go. */
export const PAIRS_FROM = 0.6

/** Pairs kept for one entry, the closest: a crowd of equal entries must not fill the store with its pairs. */
const MOST_PAIRS_AN_ENTRY = 12
/** Pairs from which on an entry is listed with the first earlier one that is as close, which keeps the cluster and bounds time and memory. Ours. */
export const MOST_PAIRS = 6_000
/** Pairs of entries looked at, some 30 s on one core; the rest is not compared. Ours. */
const MOST_COMPARED = 60_000_000

export const nearDuplicate: Detector = {
  name: 'near-duplicate',
  definition: `Two entries of one category whose whole texts (description and lesson) have cosine ${DUPLICATE_FROM} or more: the same lesson told twice.`,
  async find(memory) {
    const { pairs, stoppedBecause } = await comparePairs(memory, DUPLICATE_FROM)
    const faults: Fault[] = pairs.map(({ older, newer, score }) => ({
      entryId: older,
      otherId: newer,
      score,
      detail: { sentence: `Cosine ${score.toFixed(3)} over the whole text.`, spans: [] },
    }))
    return stoppedBecause === null ? faults : { faults, stoppedBecause }
  },
}

export interface SimilarPair {
  older: string
  newer: string
  score: number
}

type Compared = {
  entries: readonly { id: string; category: string }[]
  textVectors: readonly Float32Array[]
}

/** Pairs of entries of one category with cosine `from` or more over their whole texts, closest first. */
export async function similarPairs(memory: Compared, from: number): Promise<SimilarPair[]> {
  return (await comparePairs(memory, from)).pairs
}

/** The pairs, and why there may be more; null when every pair of a category was compared and kept. */
async function comparePairs(
  { entries, textVectors }: Compared,
  from: number,
): Promise<{ pairs: SimilarPair[]; stoppedBecause: string | null }> {
  const pairs: SimilarPair[] = []
  let compared = 0
  for (const places of Map.groupBy(entries.keys(), (place) => entries[place]?.category).values()) {
    for (const [nth, place] of places.entries()) {
      const vector = textVectors[place]
      const newer = entries[place]?.id
      if (!vector || newer === undefined) continue
      const isCrowded = pairs.length >= MOST_PAIRS
      const close: SimilarPair[] = []
      for (let earlier = 0; earlier < nth && !(isCrowded && close.length > 0); earlier++) {
        const other = places[earlier] ?? 0
        const otherVector = textVectors[other]
        const score = otherVector ? dot(vector, otherVector) : 0
        compared++
        if (score >= from) close.push({ older: entries[other]?.id ?? '', newer, score })
      }
      pairs.push(...close.sort((a, b) => b.score - a.score).slice(0, MOST_PAIRS_AN_ENTRY))
      if (nth % 64 === 0) await breathe()
      if (compared > MOST_COMPARED) break
    }
  }
  pairs.sort((a, b) => b.score - a.score || (a.newer < b.newer ? 1 : -1))
  return { pairs, stoppedBecause: whyStopped(pairs.length, compared) }
}

function whyStopped(pairs: number, compared: number): string | null {
  const count = (n: number) => n.toLocaleString('en')
  if (compared > MOST_COMPARED)
    return `More than ${count(MOST_COMPARED)} pairs would have to be compared; the newest entries of the largest categories were not.`
  if (pairs < MOST_PAIRS) return null
  return `From ${count(MOST_PAIRS)} pairs on each entry is listed with one earlier one only; the clusters are whole.`
}
