import { findEntry } from '../db/entries/entries.ts'
import { readVectors } from '../db/entries/entry-writes.ts'
import { readTriageEntries } from '../db/findings/worklist.ts'
import type { Store } from '../db/store.ts'
import type { Category } from '../memory/category.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import type { TriageEntry } from '../memory/findings/worklist.ts'
import type { CosineIndex, Scored } from '../retrieval/cosine-index.ts'
import { limitsOf } from '../retrieval/limits.ts'

/** The retired entry of the same project and category that a description looks like most; null when none is near enough. */
export function nearestRetired(
  retired: CosineIndex,
  { projectId, category, vector }: { projectId: string; category: Category; vector: Float32Array },
): Scored | null {
  const pool = retired.pool(category, { admits: (row) => row.projectId === projectId })
  const [nearest] = pool.nearest(vector, 1)
  return nearest && nearest.score >= limitsOf(retired.embedderId).lookAlike ? nearest : null
}

/** Why a new lesson is held: the reason its nearest retired neighbour in the category was retired for; null when none is near. */
export async function looksRetired(
  store: Store,
  retired: CosineIndex,
  like: { projectId: string; category: Category; vector: Float32Array },
): Promise<string | null> {
  const nearest = nearestRetired(retired, like)
  if (!nearest) return null
  const entry = await findEntry(store, nearest.id)
  return `looks like one retired before${entry?.reason ? `: ${entry.reason}` : ''}`
}

/**
 * What held entries look like now: by id, the retired entry with its cosine. An entry is absent that looks like none any more,
 * e.g. since that one was restored or purged.
 */
export async function findOriginals(
  entries: readonly MemoryEntry[],
  { store, retired, model }: { store: Store; retired: CosineIndex; model: string },
): Promise<Map<string, { entry: TriageEntry; score: number }>> {
  const held = entries.filter(({ lifecycle }) => lifecycle === 'quarantined')
  const vectors = await readVectors(
    store,
    held.map(({ id }) => id),
  )
  const nearest = held.flatMap((entry) => {
    const vector = vectors.get(entry.id)?.find((one) => one.model === model)?.vector
    const found = vector && nearestRetired(retired, { ...entry, vector })
    return found ? [{ id: entry.id, found }] : []
  })
  const originals = await readTriageEntries(
    store,
    nearest.map(({ found }) => found.id),
  )
  return new Map(
    nearest.flatMap(({ id, found }) => {
      const entry = originals.get(found.id)
      return entry ? [[id, { entry, score: found.score }] as const] : []
    }),
  )
}
