import type { MemoryEntry } from '../memory/entry.ts'
import { dot } from '../memory/similarity.ts'
import { breathe, fullText } from './detector.ts'
import { contradiction } from './detectors/contradiction.ts'
import type { SimilarPair } from './detectors/near-duplicate.ts'
import { compareByWords } from './word-vectors.ts'

/** Cosine of meaning, over the whole texts, from which one lesson may be another in other words; set on sixteen paraphrases of ours. */
const MEANING_FROM = 0.55
/** Words in common, as the cosine of local-v1, up to which it is in other words: copies and contradictions share more. Likewise. */
const WORDS_TO = 0.48

/** Meaning vectors of texts, length 1, in their order. */
export type EmbedMeaning = (texts: readonly string[]) => Promise<Float32Array[]>

/** What meaning proposes: the pairs that words leave of them, and the vectors by which they were found. */
type ToldAgain = { pairs: SimilarPair[]; meanings: Float32Array[] }

/**
 * The rule of decision 019, which is measured and not in service: two entries of a category say the same in other words when
 * they are each other's nearest in meaning, share few words and do not contradict each other. Compares every pair of a category.
 */
export async function toldAgain(
  entries: readonly MemoryEntry[],
  embedMeaning: EmbedMeaning,
): Promise<ToldAgain> {
  const byWords = await compareByWords(entries)
  const meanings = await embedMeaning(entries.map(fullText))
  const opposed = await contradictions({ ...byWords, retrievals: [], vanilla: new Map() })
  const proposed: SimilarPair[] = []
  for (const [nth, newer] of entries.entries()) {
    for (const [earlier, older] of entries.slice(0, nth).entries()) {
      if (older.category !== newer.category || opposed.has(keyOf(older.id, newer.id))) continue
      if (between(byWords.textVectors, nth, earlier) >= WORDS_TO) continue
      const score = between(meanings, nth, earlier)
      if (score >= MEANING_FROM) proposed.push({ older: older.id, newer: newer.id, score })
    }
    if (nth % 16 === 0) await breathe()
  }
  return { pairs: eachOthersNearest(proposed), meanings }
}

/** Where `of` stands among the entries of its category by nearness in meaning to `entryId`: 1 = first; null = either is missing. */
export function rankInMeaning(
  { entryId, of }: { entryId: string; of: string | null },
  entries: readonly MemoryEntry[],
  meanings: readonly Float32Array[],
): number | null {
  const [own, wanted] = [entryId, of].map((id) => entries.findIndex((entry) => entry.id === id))
  if (own === undefined || wanted === undefined || own < 0 || wanted < 0) return null
  const category = entries[own]?.category
  const score = between(meanings, own, wanted)
  const nearer = entries.filter(
    (entry, place) => entry.category === category && place !== own && between(meanings, own, place) > score,
  )
  return nearer.length + 1
}

async function contradictions(memory: Parameters<typeof contradiction.find>[0]): Promise<Set<string>> {
  const found = await contradiction.find(memory)
  const faults = Array.isArray(found) ? found : 'faults' in found ? found.faults : []
  return new Set(faults.map(({ entryId, otherId }) => keyOf(entryId, otherId ?? '')))
}

function eachOthersNearest(pairs: readonly SimilarPair[]): SimilarPair[] {
  const nearest = new Map<string, number>()
  for (const { older, newer, score } of pairs)
    for (const id of [older, newer]) nearest.set(id, Math.max(nearest.get(id) ?? 0, score))
  return pairs
    .filter(({ older, newer, score }) => [older, newer].every((id) => score >= (nearest.get(id) ?? 0)))
    .sort((a, b) => b.score - a.score)
}

function between(vectors: readonly Float32Array[], a: number, b: number): number {
  const [one, other] = [vectors[a], vectors[b]]
  return one && other ? dot(one, other) : 0
}

function keyOf(older: string, newer: string): string {
  return `${older} ${newer}`
}
