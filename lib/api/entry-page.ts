import { getEntries } from '../db/entries/entries.ts'
import { findEntryDetail } from '../db/entries/entry-detail.ts'
import { listScopeIds } from '../db/projects.ts'
import type { Store } from '../db/store.ts'
import { tokenEstimate } from '../memory/text/words.ts'
import type { EntryDetail, Neighbour } from '../memory/views/entries.ts'
import type { Scored } from '../retrieval/cosine-index.ts'
import { nearestTo } from '../retrieval/explain/neighbours.ts'
import { injectedMessage } from '../retrieval/injection.ts'
import type { Parts } from './parts.ts'

/** Neighbours shown in the entry's own category, and outside of it. */
const SHOWN = { inside: 4, outside: 3 }

/** An entry with its source, versions, neighbours and the message it would inject; null when it is not stored. */
export async function getEntryPage(
  id: string,
  { store, spaces }: Pick<Parts, 'store' | 'spaces'>,
): Promise<EntryDetail | null> {
  const detail = await findEntryDetail(store, id)
  if (!detail) return null
  const { approved, questions: embedder } = spaces.current()
  const scope = { projectIds: await listScopeIds(store, detail.entry.projectId) }
  const near = await nearestTo(detail.entry, scope, { index: await approved(), embedder }, SHOWN)
  const injected = injectedMessage({
    ...detail.entry,
    ...(detail.support ? { support: detail.support } : {}),
  })
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
