import type { Category } from '../memory/category.ts'
import type { Lifecycle, MemoryEntry } from '../memory/entry.ts'
import type { Store } from './store.ts'
import { fromVectorBlob } from './vector-blob.ts'

/** What a cosine index needs to know of an entry that changed. */
export type FeedRow = {
  id: string
  projectId: string
  episodeId: string | null
  scope: MemoryEntry['scope']
  category: Category
  instanceId: string | null
  repo: string | null
  position: number | null
  lifecycle: Lifecycle
  /** Null where the model has none of its present text: such an entry is not in the model's space. */
  vector: Float32Array | null
  revision: number
}

/** The store's clock: highest revision, and an epoch that moves when rows left the store for good (then an index starts anew). */
export async function getStoreClock(store: Store): Promise<{ revision: number; epoch: string }> {
  const [row] = store.rows<{ revision: number | null; epoch: string | null }>(
    `SELECT (SELECT MAX("number") FROM "Revision") AS revision, (SELECT "value" FROM "Setting" WHERE "name" = 'indexEpoch') AS epoch`,
  )
  return { revision: row?.revision ?? 0, epoch: row?.epoch ?? '0' }
}

/** Entries touched at `fromRevision` or later, in the order of their revisions, with their vector of one embedding model. */
export async function listFeedRows({ read }: Store, model: string, fromRevision: number): Promise<FeedRow[]> {
  const rows = await read.$queryRawUnsafe<RawFeedRow[]>(
    `SELECT e."id", e."projectId", e."episodeId", e."scope", e."category", e."instanceId", e."repo", e."position",
       e."lifecycle", e."revision", v."dimension", v."data"
     FROM "Entry" e LEFT JOIN "Vector" v ON v."entryId" = e."id" AND v."model" = ? WHERE e."revision" >= ?
     ORDER BY e."revision", e."id"`,
    model,
    fromRevision,
  )
  return rows.map(({ dimension, data, ...row }) => ({
    ...row,
    position: row.position === null ? null : Number(row.position),
    revision: Number(row.revision),
    vector: data === null ? null : fromVectorBlob(data, Number(dimension)),
  }))
}

type RawFeedRow = Omit<FeedRow, 'vector'> & {
  dimension: number | bigint | null
  data: Uint8Array | null
}
