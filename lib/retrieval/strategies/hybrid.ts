import { descriptionText } from '../../memory/text/words.ts'
import { intentOf } from '../plan.ts'
import { bm25Scores } from './bm25.ts'
import { wordCounts } from './plain-words.ts'
import { bestFirst, type EntryStrategy, entryRanking, nearestEntries } from './strategy.ts'

/** At 0.2 a lead of 0.2 / 0.8 = 0.25 in cosine beats any words: they decide between near neighbours only (ours). */
const WEIGHT = 0.2
const NO_WORDS: ReadonlyMap<string, number> = new Map()

/** BM25 and cosine fused inside the category: words for entries that are alike in meaning. */
export const hybrid: EntryStrategy = createHybrid(WEIGHT)

/** `hybrid` with another weight of the words, 0..1; 0 is the order of `subtask`. */
export function createHybrid(weight: number): EntryStrategy {
  return {
    name: 'hybrid',
    source:
      'Convex combination after Bruch et al., arXiv 2210.11934: (1 − w) · cos + w · BM25 / best BM25 of the pool. Ours: w, and that BM25 reads the same d as the cosine, with document counts over the entries of the category.',
    unit: 'entry',
    cosineOfDescriptions: false,
    parameters: { weight },
    reads: 'entries',
    async prepare(corpus) {
      const countsOf = new Map(
        [...corpus.entries.values()].map(
          ({ id, description }) => [id, wordCounts(descriptionText(description))] as const,
        ),
      )
      return async (query) => {
        const { category, description } = intentOf(query.text, query.category)
        const hits = await nearestEntries([category], description, { ...query, limit: null }, corpus)
        const words = bm25Scores(
          descriptionText(description),
          hits.map(({ id }) => countsOf.get(id) ?? NO_WORDS),
        )
        const best = words.reduce((most, score) => Math.max(most, score), 0) || 1
        const fused = hits.map((hit, i) => ({
          ...hit,
          score: (1 - weight) * hit.score + (weight * (words[i] ?? 0)) / best,
        }))
        return entryRanking(fused.sort(bestFirst), [category], query, corpus)
      }
    },
  }
}
