import type { Category } from '../../memory/category.ts'
import type { Scored } from '../cosine-index.ts'
import { intentOf } from '../plan.ts'
import { embedIntent } from '../retrieve.ts'
import { scopeFilter } from '../scope.ts'
import type { Corpus, RankQuery } from './strategy.ts'

/**
 * The entries of these categories with their cosine to the query's d, the `limit` nearest of each; each category best
 * first, one category after the other. The same d, filter and cosine as `subtask`.
 */
export async function nearestEntries(
  categories: readonly Category[],
  { text, category, scope, limit }: RankQuery,
  { index, embedder }: Corpus,
): Promise<Scored[]> {
  const query = await embedIntent(intentOf(text, category), embedder)
  return categories.flatMap((z) => index.pool(z, scopeFilter(scope)).nearest(query, limit ?? index.size))
}

/** Of entries with one score, the later made comes first. */
export function laterFirst(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? 1 : -1
}
