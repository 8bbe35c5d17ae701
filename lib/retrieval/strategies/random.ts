import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import { intentOf } from '../plan.ts'
import { scopeFilter } from '../scope.ts'
import { type EntryStrategy, entryRanking } from './strategy.ts'

/** Entries of the category in random order: what the filter alone is worth. */
export const random: EntryStrategy = {
  name: 'random',
  source: 'A control of ours: stage 1 as in arXiv 2602.21611, stage 2 by lot. The score is 1 / place.',
  unit: 'entry',
  cosineOfDescriptions: false,
  parameters: { order: 'seeded shuffle' },
  async prepare({ index }) {
    return async (query) => {
      const { category } = intentOf(query.text, query.category)
      const pool = index.pool(category, scopeFilter(query.scope)).rows()
      const drawn = shuffled(pool, createRandom(seedFrom(query.text, query.seed)))
      const hits = drawn.map(({ vector: _, ...row }, place) => ({ ...row, score: 1 / (place + 1) }))
      return entryRanking(hits, [category], query, { index })
    }
  },
}
