import type { Category } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Lifecycle } from '../../memory/lifecycle.ts'
import type { Reader, Store } from '../store.ts'
import { rowsOf } from '../tables.ts'
import { fromVectorBlob } from './vectors.ts'

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
  /** Of an extractor that is not in service. */
  beside: boolean
  /** Null where the model has none of its present text: such an entry is not in the model's space. */
  vector: Float32Array | null
  revision: number
}

/** The store's clock: highest revision, and an epoch that moves when rows left the store for good (then an index starts anew). */
export async function getStoreClock(read: Reader): Promise<{ revision: number; epoch: string }> {
  const [row] = await rowsOf<{ revision: number | null; epoch: string | null }>(
    read,
    `SELECT (SELECT MAX("number") FROM "Revision") AS revision, (SELECT "value" FROM "Setting" WHERE "name" = 'indexEpoch') AS epoch`,
  )
  return { revision: row?.revision ?? 0, epoch: row?.epoch ?? '0' }
}

/** Projects whose runs or entries writes after this revision concerned; null among them = a write that was of no one project. */
export async function listChangedProjects(read: Reader, fromRevision: number): Promise<(string | null)[]> {
  const rows = await rowsOf<{ projectId: string | null }>(
    read,
    `SELECT "projectId" FROM "Revision" WHERE "number" > ? UNION SELECT "projectId" FROM "Entry" WHERE "revision" > ?`,
    ...[fromRevision, fromRevision],
  )
  return rows.map(({ projectId }) => projectId)
}

/** Rows read at a time, some 5 ms: a page asked for meanwhile goes on in between, and waits several times. */
const ROWS_A_TURN = 100

/** Entries touched at `fromRevision` or later, in the order of their creation, with their vector of one embedding model; piece by piece. */
export async function* listFeedRows(
  store: Store,
  model: string,
  fromRevision: number,
): AsyncGenerator<FeedRow[]> {
  const touched = await rowsOf<{ seq: number }>(
    store,
    'SELECT "seq" FROM "Entry" WHERE "revision" >= ?',
    fromRevision,
  )
  const seqs = touched.map(({ seq }) => seq).sort((a, b) => a - b)
  for (let from = 0; from < seqs.length; from += ROWS_A_TURN) {
    if (from > 0) await new Promise((next) => setImmediate(next))
    const part = JSON.stringify(seqs.slice(from, from + ROWS_A_TURN))
    yield (await rowsOf<RawFeedRow>(store, FEED, part, model)).map(({ dimension, data, ...row }) => ({
      ...row,
      vector: data && dimension !== null ? fromVectorBlob(data, dimension) : null,
    }))
  }
}

const FEED = `SELECT e."id", e."projectId", e."episodeId", e."scope", e."category", e."instanceId", e."repo", e."position",
    e."lifecycle", e."beside", e."revision", v."dimension", v."data"
  FROM json_each(?) j JOIN "Entry" e ON e."seq" = CAST(j.value AS INTEGER) LEFT JOIN "Vector" v ON v."entryId" = e."id" AND v."model" = ?
  ORDER BY j.key`

type RawFeedRow = Omit<FeedRow, 'vector'> & {
  dimension: number | null
  data: Uint8Array | null
}
