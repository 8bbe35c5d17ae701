import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import { intentOf } from '../plan.ts'
import { scopeFilter } from '../scope.ts'
import { placeOf, type Strategy } from './strategy.ts'

/** Entries of the category in random order: what the filter alone is worth. */
export const random: Strategy = {
  name: 'random',
  source: 'A control of ours: stage 1 as in arXiv 2602.21611, stage 2 by lot. The score is 1 / place.',
  unit: 'entry',
  cosineOfDescriptions: false,
  parameters: { order: 'seeded shuffle' },
  async prepare({ index }) {
    return async ({ text, category, scope, seed, limit }) => {
      const pool = index.pool(intentOf(text, category).category, scopeFilter(scope)).rows()
      return shuffled(pool, createRandom(seedFrom(text, seed)))
        .slice(0, limit ?? pool.length)
        .map((row, place) => placeOf({ ...row, score: 1 / (place + 1) }))
    }
  },
}
