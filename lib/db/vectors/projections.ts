import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { MapMethod } from '../../memory/map.ts'
import { oneOf } from '../dialect.ts'
import type { Store, Tx } from '../store.ts'
import { rowsOf, tables } from '../tables.ts'
import { fromVectorBlob } from './vectors.ts'

/** Positions as they are kept. `texts` says of each entry which words its vector stood for. */
const layoutSchema = z.object({
  ids: z.array(z.string()),
  texts: z.array(z.string()),
  x: z.array(z.number()),
  y: z.array(z.number()),
  revision: z.number(),
  sampledFrom: z.number().nullable(),
  kept: z.object({ share: z.number().nullable(), n: z.number(), neighbours: z.number() }),
})
export type StoredLayout = z.infer<typeof layoutSchema>

/** An entry that the map may draw, apart from its words and facets. */
export type MapRow = { id: string; text: string; keywords: string[]; revision: number }

type Key = { projectId: string; method: MapMethod; embedder: string }

/** The kept positions of a project's entries, or null. */
export async function findProjection(store: Store, key: Key): Promise<StoredLayout | null> {
  const row = await tables(store).projection.findUnique({ where: { key: keyOf(key) } })
  return row && layoutSchema.parse(JSON.parse(gunzipSync(row.data).toString('utf8')))
}

/** Keeps positions in place of earlier ones of the same method and embedder. A cache: no revision. */
export async function storeProjection(store: Store, tx: Tx, key: Key, layout: StoredLayout): Promise<void> {
  const data = gzipSync(JSON.stringify(layout))
  const createdAt = store.now()
  await tables(tx).projection.upsert({
    where: { key: keyOf(key) },
    create: { key: keyOf(key), ...key, data, createdAt },
    update: { data, createdAt },
  })
}

/** Entries of a project that are neither retired nor purged and have a vector of the model, in the order of creation. */
export async function listMapRows(store: Store, projectId: string, model: string): Promise<MapRow[]> {
  const rows = await rowsOf<{ id: string; text: string; keywords: string; revision: number }>(
    store,
    `SELECT e."id" AS id, substr(v."textHash", 1, 8) AS text, e."keywords" AS keywords, e."revision" AS revision
     FROM "Entry" e JOIN "Vector" v ON v."entryId" = e."id" AND v."model" = ?
     WHERE e."projectId" = ? AND NOT e."beside" AND e."lifecycle" NOT IN ('retired', 'purged') ORDER BY e."id"`,
    model,
    projectId,
  )
  // One parse of all: one by one costs several times that.
  const keywords: string[][] = JSON.parse(`[${rows.map((row) => row.keywords).join(',')}]`)
  return rows.map((row, place) => ({ ...row, keywords: keywords[place] ?? [] }))
}

export async function listObjectives(store: Store, projectId: string): Promise<Map<string, string>> {
  const rows = await rowsOf<{ id: string; objective: string }>(
    store,
    `SELECT "id", "objective" FROM "Entry" WHERE "projectId" = ? AND NOT "beside" AND "lifecycle" NOT IN ('retired', 'purged')`,
    projectId,
  )
  return new Map(rows.map(({ id, objective }) => [id, objective]))
}

/** Ids read at a time: a page of vectors is about 1 MB. */
const BATCH = 500

/** Vectors of these entries, one after the other in one array; an entry that has none in the meantime stays at zero. Others have a turn between two pages. */
export async function readVectors(
  store: Store,
  ids: readonly string[],
  model: string,
  dimension: number,
): Promise<Float32Array<ArrayBuffer>> {
  const matrix = new Float32Array(ids.length * dimension)
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  for (let from = 0; from < ids.length; from += BATCH) {
    const rows = await rowsOf<{ entryId: string; data: Uint8Array }>(
      store,
      `SELECT "entryId", "data" FROM "Vector" WHERE "model" = ? AND "entryId" ${oneOf}`,
      model,
      JSON.stringify(ids.slice(from, from + BATCH)),
    )
    for (const { entryId, data } of rows)
      matrix.set(fromVectorBlob(data, dimension), (placeOf.get(entryId) ?? 0) * dimension)
    await setImmediate()
  }
  return matrix
}

/** The newest UMAP job of a project, or null. */
export async function findLatestMapJob(
  store: Store,
  projectId: string,
): Promise<{ id: string; state: string; reason: string | null } | null> {
  const job = await tables(store).job.findFirst({
    where: { projectId, kind: 'umap' },
    orderBy: { id: 'desc' },
    select: { id: true, state: true, reason: true, items: { select: { reason: true }, take: 1 } },
  })
  return job && { id: job.id, state: job.state, reason: job.items[0]?.reason ?? job.reason }
}

function keyOf({ projectId, method, embedder }: Key): string {
  return `${projectId}:${method}:${embedder}`
}
