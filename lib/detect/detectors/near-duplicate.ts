import { dot } from '../../memory/similarity.ts'
import { breathe, type Detector, type Fault } from '../detector.ts'

/** Cosine of the whole text from which two entries of a category count as the same lesson told twice. Ours; the worklist has a slider. */
export const DUPLICATE_FROM = 0.86

/** Lowest cosine that is kept, so that the slider has somewhere to go. */
export const PAIRS_FROM = 0.6

/** Pairs kept for one entry, the closest: a crowd of equal entries must not fill the store with its pairs. */
const MOST_PAIRS_AN_ENTRY = 12

export const nearDuplicate: Detector = {
  name: 'near-duplicate',
  title: 'Near-duplicates',
  definition: `Two entries of one category whose whole texts (description and lesson) have cosine ${DUPLICATE_FROM} or more: the same lesson told twice.`,
  async find(memory) {
    return (await similarPairs(memory, DUPLICATE_FROM)).map(({ older, newer, score }) => ({
      entryId: older,
      otherId: newer,
      score,
      detail: { sentence: `Cosine ${score.toFixed(3)} over the whole text.`, spans: [] },
    })) satisfies Fault[]
  },
}

/** Pairs of entries of one category with cosine `from` or more over their whole texts, closest first. Compares all pairs of a category. */
export async function similarPairs(
  {
    entries,
    textVectors,
  }: { entries: readonly { id: string; category: string }[]; textVectors: readonly Float32Array[] },
  from: number,
): Promise<{ older: string; newer: string; score: number }[]> {
  const byCategory = new Map<string, number[]>()
  for (const [place, { category }] of entries.entries())
    byCategory.set(category, [...(byCategory.get(category) ?? []), place])
  const pairs: { older: string; newer: string; score: number }[] = []
  for (const places of byCategory.values()) {
    for (const [nth, place] of places.entries()) {
      const vector = textVectors[place]
      const id = entries[place]?.id
      if (!vector || id === undefined) continue
      const close: { older: string; newer: string; score: number }[] = []
      for (const earlier of places.slice(0, nth)) {
        const other = textVectors[earlier]
        const score = other ? dot(vector, other) : 0
        if (score >= from) close.push({ older: entries[earlier]?.id ?? '', newer: id, score })
      }
      pairs.push(...close.sort((a, b) => b.score - a.score).slice(0, MOST_PAIRS_AN_ENTRY))
      if (nth % 64 === 0) await breathe()
    }
  }
  return pairs.sort((a, b) => b.score - a.score || (a.newer < b.newer ? 1 : -1))
}
