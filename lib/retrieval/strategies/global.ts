import { CATEGORIES } from '../../memory/category.ts'
import { laterFirst, nearestEntries } from './nearest-entries.ts'
import { placeOf, type Strategy } from './strategy.ts'

/** Cosine on d over all categories: what the method is without its first stage. */
export const globalCosine: Strategy = {
  name: 'global',
  source:
    'arXiv 2602.21611, Table 3: global top-1 without the category filter (53.8 % against 56.1 %). Ours: as for subtask.',
  unit: 'entry',
  cosineOfDescriptions: true,
  parameters: { k: 1, floor: null },
  stage1: () => CATEGORIES,
  async prepare(corpus) {
    return async (query) => {
      const hits = await nearestEntries(CATEGORIES, query, corpus)
      return hits
        .sort((a, b) => b.score - a.score || laterFirst(a, b))
        .slice(0, query.limit ?? hits.length)
        .map(placeOf)
    }
  },
}
