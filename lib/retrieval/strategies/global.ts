import { CATEGORIES } from '../../memory/category.ts'
import { intentOf } from '../plan.ts'
import { bestFirst, type EntryStrategy, entryRanking, nearestEntries } from './strategy.ts'

/** Cosine on d over all categories: what the method is without its first stage. */
export const globalCosine: EntryStrategy = {
  name: 'global',
  source:
    'arXiv 2602.21611, Table 3: global top-1 without the category filter (53.8 % against 56.1 %). Ours: as for subtask.',
  unit: 'entry',
  cosineOfDescriptions: true,
  parameters: { k: 1, floor: null },
  async prepare(corpus) {
    return async (query) => {
      const { description } = intentOf(query.text, query.category)
      const hits = await nearestEntries(CATEGORIES, description, query, corpus)
      return entryRanking(hits.sort(bestFirst), CATEGORIES, query, corpus)
    }
  },
}
