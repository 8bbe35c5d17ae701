import { getEntries } from '../db/entries/entries.ts'
import { findEntryDetail } from '../db/entries/entry-detail.ts'
import { listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import type { Embedder } from '../llm/embedder.ts'
import { tokenEstimate } from '../memory/text/token-estimate.ts'
import type { EntryDetail, Neighbour } from '../memory/views/entries.ts'
import type { CosineIndex, Scored } from '../retrieval/cosine-index.ts'
import { nearestTo } from '../retrieval/explain/neighbours.ts'
import { injectedMessage } from '../retrieval/injection.ts'

/** Neighbours shown in the entry's own category, and behind the wall. */
const SHOWN = { inside: 4, outside: 3 }

/** An entry with its source, versions, neighbours and the message it would inject; null when it is not stored. */
export async function getEntryPage(
  id: string,
  deps: { store: Store; index: CosineIndex; embedder: Embedder },
): Promise<EntryDetail | null> {
  const { store } = deps
  const detail = await findEntryDetail(store, id)
  if (!detail) return null
  const scope = { projectIds: await listScopeIds(store, detail.entry.projectId) }
  const near = await nearestTo(detail.entry, scope, deps, SHOWN)
  const injected = injectedMessage(detail.entry)
  return {
    ...detail,
    injected,
    injectedTokens: tokenEstimate(injected),
    neighbours: { inside: await named(near.inside, store), outside: await named(near.outside, store) },
  }
}

/** Gives neighbours their objectives; one that left the store in the meantime is left out. */
async function named(scored: Scored[], store: Store): Promise<Neighbour[]> {
  const entries = await getEntries(
    store,
    scored.map((one) => one.id),
  )
  const objectives = new Map(entries.map((entry) => [entry.id, entry.description.objective]))
  return scored.flatMap(({ id: entryId, category, score, repo }) => {
    const objective = objectives.get(entryId)
    return objective === undefined ? [] : [{ entryId, category, objective, score, repo }]
  })
}

/** How many entries count as like another one, on its side of the wall and beyond. Ours. */
const LIKE = { inside: 30, outside: 20 }

/** Ids of the entries nearest to one, itself first, then the nearest of any category; empty when it is not stored. */
export async function listLike(
  id: string,
  deps: { store: Store; index: CosineIndex; embedder: Embedder },
): Promise<string[]> {
  const [entry] = await getEntries(deps.store, [id])
  if (!entry) return []
  const scope = { projectIds: await listScopeIds(deps.store, entry.projectId) }
  const { inside, outside } = await nearestTo(entry, scope, deps, LIKE)
  const near = [...inside, ...outside].sort((a, b) => b.score - a.score)
  return [id, ...near.map((one) => one.id)]
}
