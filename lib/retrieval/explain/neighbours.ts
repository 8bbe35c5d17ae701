import { type Embedder, embedOne } from '../../llm/embedder.ts'
import { CATEGORIES } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { descriptionText } from '../../memory/text/words.ts'
import type { CosineIndex, Scored } from '../cosine-index.ts'
import { type Scope, scopeFilter } from '../scope.ts'

/**
 * Approved entries whose d is nearest to an entry's own: `inside` its category, where they compete with it, and
 * `outside`, behind the wall, where stage 1 keeps them from ever meeting. Best first, the entry itself left out.
 */
export async function nearestTo(
  entry: MemoryEntry,
  scope: Scope,
  { index, embedder }: { index: CosineIndex; embedder: Embedder },
  limit: { inside: number; outside: number },
): Promise<{ inside: Scored[]; outside: Scored[] }> {
  const vector = await embedOne(embedder, descriptionText(entry.description))
  const others = scopeFilter({ ...scope, without: [...(scope.without ?? []), entry.id] })
  const outside = CATEGORIES.filter((category) => category !== entry.category)
    .flatMap((category) => index.pool(category, others).nearest(vector, limit.outside))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    .slice(0, limit.outside)
  return { inside: index.pool(entry.category, others).nearest(vector, limit.inside), outside }
}
