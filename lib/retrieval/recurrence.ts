import { CATEGORIES, type Category } from '../memory/category.ts'
import type { CosineIndex } from './cosine-index.ts'
import { type Scope, scopeFilter } from './scope.ts'

/** How many of the newest entries of a category are asked. Ours: enough for a share, few enough for every revision. */
const NEWEST = 100

/**
 * Will this memory ever pay? Share of arriving entries (the newest 100 of each category) that had an earlier neighbour of
 * another instance in the category, scoring above `floor` = the 95 % score of unrelated pairs. Ours; needs no outcome.
 * Share null without a floor or without entries; `count` = how many were asked.
 */
export function recurrence(
  index: CosineIndex,
  scope: Scope,
  floor: number | null,
): Record<Category, { share: number | null; count: number }> {
  const filter = scopeFilter(scope)
  const of = (category: Category) => {
    const arriving = index
      .pool(category, filter)
      .rows()
      .filter((row) => row.instanceId !== null)
      .slice(-NEWEST)
    if (floor === null || arriving.length === 0) return { share: null, count: arriving.length }
    const met = arriving.filter(({ id, instanceId, vector }) => {
      const earlier = index.pool(category, {
        before: id,
        admits: (row) =>
          row.instanceId !== null && row.instanceId !== instanceId && (filter.admits?.(row) ?? true),
      })
      return (earlier.nearest(vector, 1)[0]?.score ?? Number.NEGATIVE_INFINITY) > floor
    })
    return { share: met.length / arriving.length, count: arriving.length }
  }
  return Object.fromEntries(CATEGORIES.map((category) => [category, of(category)])) as ReturnType<
    typeof recurrence
  >
}
