import type { Embedder } from '../llm/embedder.ts'
import { CATEGORIES, type Category } from '../memory/category.ts'
import type { MapQuery } from '../memory/map.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import { describe } from '../retrieval/plan.ts'
import { likeliestCategory, predictCategory } from '../retrieval/predict-category.ts'
import { embedDescription, type Scope, scopeFilter } from '../retrieval/scope.ts'

/** Neighbours that are lit on the map. */
const LIT = 15

/**
 * What a query would meet: the nearest approved entries of its category, and the nearest of each other category, which it
 * cannot reach. Without a category the rules name one. Reads only; throws UserError `text-without-words`.
 */
export async function dropQuery(
  { text, category }: { text: string; category: Category | null },
  { index, embedder, scope }: { index: CosineIndex; embedder: Embedder; scope: Scope },
): Promise<MapQuery> {
  const asked = category ?? likeliestCategory(predictCategory(text))
  const query = await embedDescription(describe(text), embedder)
  const filter = scopeFilter(scope)
  const nearest = (z: Category, limit: number) => index.pool(z, filter).nearest(query, limit)
  return {
    category: asked,
    predicted: category === null,
    inside: nearest(asked, LIT).map(({ id, score }) => ({ id, score })),
    outside: CATEGORIES.filter((z) => z !== asked)
      .flatMap((z) => nearest(z, 1).map(({ id, score }) => ({ id, category: z, score })))
      .sort((a, b) => b.score - a.score),
  }
}
