import type { Category } from '../../memory/category.ts'
import type { Description } from '../../memory/subtask.ts'
import type { Scored } from '../cosine-index.ts'
import { embedDescription } from '../embed-description.ts'
import { scopeFilter } from '../scope.ts'
import type { Corpus, EntryQuery } from './strategy.ts'

/**
 * The entries of these categories with the cosine of their d to the question's, the `limit` nearest of each; each category
 * best first, one category after the other. At least two of each, so that a margin can be told. Reads only.
 * The question is embedded first, so that whatever follows sees one state of the index.
 */
export async function nearestEntries(
  categories: readonly Category[],
  description: Description,
  { scope, limit }: Pick<EntryQuery, 'scope' | 'limit'>,
  { index, embedder }: Pick<Corpus, 'index' | 'embedder'>,
): Promise<Scored[]> {
  const query = await embedDescription(description, embedder)
  const filter = scopeFilter(scope)
  const wanted = limit === null ? index.size : Math.max(limit, 2)
  return categories.flatMap((category) => index.pool(category, filter).nearest(query, wanted))
}

/** Best score first; of entries with one score, the later made. */
export function bestFirst(a: { id: string; score: number }, b: { id: string; score: number }): number {
  return b.score - a.score || laterFirst(a, b)
}

/** Of entries with one score, the later made comes first. */
export function laterFirst(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? 1 : -1
}
