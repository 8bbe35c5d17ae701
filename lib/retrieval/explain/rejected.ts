import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Lifecycle } from '../../memory/lifecycle.ts'
import type { Hit, KeptOut, Rejected } from '../../memory/retrieval.ts'
import type { CosineIndex, PoolFilter, Scored } from '../cosine-index.ts'
import { type Scope, scopeFilter } from '../scope.ts'
import type { ScoredPools } from './scored-pools.ts'

/** Indexes of the entries that are not approved, one a lifecycle. */
export type HeldBack = { lifecycle: Lifecycle; index: CosineIndex }[]

interface RejectedInput {
  pools: ScoredPools
  category: Category
  /** Score of the best that was let through; null = nothing was, then whoever is of another category is better. */
  best: number | null
  floor: number | null
  scope: Scope
}

/**
 * What could not win and why: the other categories, entries that are not approved, memory that this scope does not see, and
 * what lies under the floor. Reads only; the other categories are scored already, the rest is one search for each.
 */
export async function rejectedFor(
  { pools: { vector, byCategory }, category, best, floor, scope }: RejectedInput,
  deps: {
    index: CosineIndex
    heldBack(): Promise<HeldBack>
    entries(ids: readonly string[]): Promise<MemoryEntry[]>
  },
): Promise<Rejected> {
  const filter = scopeFilter(scope)
  const search = (index: CosineIndex, admitted: PoolFilter) =>
    countAbove(index.pool(category, admitted).nearest(vector, Number.MAX_SAFE_INTEGER), best)

  const walls = CATEGORIES.filter((z) => z !== category).map((z) => ({
    category: z,
    ...countAbove(byCategory[z], best),
  }))
  const held = (await deps.heldBack())
    .map(({ lifecycle, index }) => ({ lifecycle, ...search(index, filter) }))
    .filter(({ count }) => count > 0)
  const unseen = search(deps.index, { admits: (row) => !(filter.admits?.(row) ?? true) })

  // Approved, of the category and in scope: whoever scores higher than the best and did not win may not be served.
  const withheld = byCategory[category].filter(({ score }) => best === null || score > best)
  const [first] = withheld
  const firsts = [...walls, ...held, unseen].flatMap(({ first }) => first?.id ?? [])
  const entries = new Map((await deps.entries(firsts)).map((entry) => [entry.id, entry]))
  const told = <T extends Found>({ first, ...found }: T) => ({ ...found, best: hitOf(first, entries) })
  return {
    byCategory: walls.map(told),
    byLifecycle: held.map(told),
    byScope: told(unseen),
    withheld: first ? { count: withheld.length, entryId: first.id, score: first.score } : null,
    underFloorCount: floor === null ? null : byCategory[category].filter(({ score }) => score < floor).length,
  }
}

type Found = Omit<KeptOut, 'best'> & { first: Scored | undefined }

function countAbove(scored: readonly Scored[], best: number | null): Found {
  const betterCount = best === null ? scored.length : scored.filter(({ score }) => score > best).length
  return { count: scored.length, betterCount, first: scored[0] }
}

function hitOf(scored: Scored | undefined, entries: ReadonlyMap<string, MemoryEntry>): Hit | null {
  const entry = scored && entries.get(scored.id)
  if (!entry) return null
  const { id, instanceId, repo, category, description, experience, extractor } = entry
  return {
    rank: 1,
    score: scored.score,
    entryId: id,
    instanceId,
    repo,
    category,
    ...description,
    experience,
    extractor,
  }
}
