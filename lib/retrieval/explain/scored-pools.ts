import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { Description } from '../../memory/entry.ts'
import type { CosineIndex, Scored } from '../cosine-index.ts'
import { embedDescription, type Scope, scopeFilter } from '../scope.ts'
import { type EntryQuery, type EntryRanking, entryRanking } from '../strategies/strategy.ts'

/** A question put to a memory once: its vector, and for each category every score in scope, best first. */
export interface ScoredPools {
  vector: Float32Array
  byCategory: Record<Category, Scored[]>
  index: CosineIndex
}

/** Embeds d once and scores each pool once; what follows is drawn from that. Throws as `embedDescription`. */
export async function scorePools(
  description: Description,
  scope: Scope,
  { index, embedder }: { index: CosineIndex; embedder: Embedder },
): Promise<ScoredPools> {
  const vector = await embedDescription(description, embedder)
  const filter = scopeFilter(scope)
  const scored = CATEGORIES.map((category) => {
    const pool = index.pool(category, filter)
    return [category, pool.nearest(vector, pool.size)]
  })
  return { vector, index, byCategory: Object.fromEntries(scored) }
}

/** The two stages of `subtask` from scores that are there: the same hits, the same counts. */
export function rankScored(
  { byCategory, index }: ScoredPools,
  category: Category,
  query: Pick<EntryQuery, 'scope' | 'limit' | 'floor'>,
): EntryRanking {
  const gone = new Set(query.scope.without)
  const hits = byCategory[category].filter(({ id }) => !gone.has(id))
  return entryRanking(hits, [category], query, { index })
}
