import { getEntries } from '../db/entries/entries.ts'
import { listScopeIds } from '../db/projects.ts'
import { type AskedFilter, type EntryFilter, entryFilterSchema } from '../memory/filter/entry-filter.ts'
import { nearestTo } from '../retrieval/explain/neighbours.ts'
import type { Parts } from './parts.ts'

type Deps = Pick<Parts, 'store' | 'spaces' | 'map'>

/** A filter as an address says it, with its places turned into ids. Throws UserError `bad-area`, `no-map`. */
export async function resolveFilter(asked: AskedFilter, deps: Deps): Promise<EntryFilter> {
  const { like, area, method = 'pca', ...rest } = asked
  const filter = entryFilterSchema.parse(rest)
  // The order of the first list stays: with likeness asked for, the nearest come first.
  const lists = [
    ...(like ? [await listLike(like, deps)] : []),
    ...(filter.ids ? [filter.ids] : []),
    ...(area ? [await deps.map().idsInside({ projectId: filter.projectId, method, area })] : []),
  ]
  const [first, ...others] = lists
  if (!first) return filter
  const kept = others.map((ids) => new Set(ids))
  return { ...filter, ids: first.filter((id) => kept.every((ids) => ids.has(id))) }
}

/** How many entries count as like another one, in its category and beyond. Ours. */
const LIKE = { inside: 30, outside: 20 }

/** Ids of the entries nearest to one, itself first, then the nearest of any category; empty when it is not stored. */
async function listLike(id: string, { store, spaces }: Deps): Promise<string[]> {
  const [entry] = await getEntries(store, [id])
  if (!entry) return []
  const { approved, questions: embedder } = spaces.current()
  const scope = { projectIds: await listScopeIds(store, entry.projectId) }
  const { inside, outside } = await nearestTo(entry, scope, { index: await approved(), embedder }, LIKE)
  const near = [...inside, ...outside].sort((a, b) => b.score - a.score)
  return [id, ...near.map((one) => one.id)]
}
