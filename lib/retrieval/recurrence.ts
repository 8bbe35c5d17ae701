import { setImmediate } from 'node:timers/promises'
import { CATEGORIES, type Category } from '../memory/category.ts'
import { cosine } from '../memory/similarity.ts'
import type { CosineIndex } from './cosine-index.ts'
import { type Scope, scopeFilter } from './scope.ts'

/** How many of the newest entries of a category are asked. Ours: enough for a share, few enough for every revision. */
const NEWEST = 100

type Recurrence = { share: number | null; count: number }

/**
 * Will this memory ever pay? Share of arriving entries (the newest 100 of each category) that had an earlier neighbour of
 * another instance in the category, scoring above `floor` = the 95 % score of unrelated pairs. Ours; needs no outcome.
 * Share null without a floor or without entries; `count` = how many were asked. Others have a turn between two categories.
 */
export async function recurrence(
  index: CosineIndex,
  scope: Scope,
  floor: number | null,
): Promise<Record<Category, Recurrence>> {
  const met: [Category, Recurrence][] = []
  for (const category of CATEGORIES) {
    met.push([category, recurrenceIn(category, index, scope, floor)])
    await setImmediate()
  }
  return Object.fromEntries(met) as Record<Category, Recurrence>
}

function recurrenceIn(
  category: Category,
  index: CosineIndex,
  scope: Scope,
  floor: number | null,
): Recurrence {
  const rows = index
    .pool(category, scopeFilter(scope))
    .rows()
    .filter((row) => row.instanceId !== null)
  const first = Math.max(0, rows.length - NEWEST)
  const arriving = rows.slice(first)
  if (floor === null || arriving.length === 0) return { share: null, count: arriving.length }
  const met = arriving.filter(({ instanceId, vector }, n) => {
    // The first one met is enough, and of many earlier entries one is met soon: asking all of 25,000 takes seconds.
    for (let place = first + n - 1; place >= 0; place--) {
      const earlier = rows[place]
      if (earlier && earlier.instanceId !== instanceId && cosine(vector, earlier.vector) > floor) return true
    }
    return false
  })
  return { share: met.length / arriving.length, count: arriving.length }
}
