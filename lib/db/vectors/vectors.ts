import { createHash } from 'node:crypto'
import { z } from 'zod'
import { UserError } from '../../memory/errors.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { beginIndexAnew, getSetting, putSetting, type Store, type Tx } from '../store.ts'
import { type Reader, select, selectNumbers, tables } from '../tables.ts'

/** Setting that names the embedder retrieval uses; absent in a folder that no Loupe has opened since folders are told theirs. */
const CURRENT = 'embedder'

/** The embedder whose vectors retrieval serves, or null when the folder was never told. */
export async function findCurrentEmbedder(client: Reader): Promise<string | null> {
  return await getSetting(client, CURRENT)
}

/** Tells a folder that was never told which embedder retrieval serves. */
export async function chooseEmbedder(tx: Tx, model: string): Promise<void> {
  await putSetting(tx, CURRENT, model)
}

/**
 * Refuses vectors of a space that the store has left since they were made, so that no entry is ever without a vector of the
 * current one. Throws UserError `embedder-switched` (status 503: the same again succeeds).
 */
export async function requireCurrentSpace(tx: Tx, modelsOfEntries: readonly string[][]): Promise<void> {
  const current = await findCurrentEmbedder(tx)
  if (current === null || modelsOfEntries.every((models) => models.includes(current))) return
  const message = `The memory went over to ${current} while this was being written.`
  throw new UserError('embedder-switched', message, {
    hint: 'Nothing was stored; send it again.',
    status: 503,
  })
}

/** Hash that a vector carries of the text it was made of. */
export function textHashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Vectors stored by model, most first, and how many entries there are. */
export async function countVectors(
  store: Store,
): Promise<{ entryCount: number; models: { model: string; count: number; dimension: number }[] }> {
  // Counts from the index alone; the rows are long, so only one of each model is read.
  const models = await select<{ model: string; count: number; dimension: number }>(
    store,
    `SELECT c."model", c."count", v."dimension" FROM
       (SELECT "model", COUNT(*) AS "count", MIN("entryId") AS "first" FROM "Vector" GROUP BY "model") c
     JOIN "Vector" v ON v."entryId" = c."first" AND v."model" = c."model" ORDER BY c."count" DESC, c."model"`,
  )
  return { entryCount: await tables(store).entry.count(), models }
}

/** Approved entries of these projects that every retrieval there sees: what an index of one space must hold to be whole. */
export async function countApproved(store: Store, projectIds: readonly string[]): Promise<number> {
  return await tables(store).entry.count({
    where: {
      projectId: { in: [...projectIds] },
      lifecycle: 'approved',
      beside: false,
      scope: { not: 'episode' },
    },
  })
}

/** An entry that has no vector of a model, or one of an older text. */
export type Unembedded = { id: string; text: string }

/** Ids of all entries in order, so that a job can be cut into pieces. */
async function listEntryIds(store: Store): Promise<string[]> {
  return (await tables(store).entry.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).map(
    ({ id }) => id,
  )
}

/** Entries with `from` ≤ id ≤ `upto` that a model has still to embed, in the order of their ids. */
export async function listUnembedded(
  store: Store,
  model: string,
  { from, upto }: { from: string; upto: string },
): Promise<Unembedded[]> {
  const rows = await select<TextRow>(
    store,
    `SELECT e."id", e."objective", e."keywords", v."textHash" FROM "Entry" e
     LEFT JOIN "Vector" v ON v."entryId" = e."id" AND v."model" = ?
     WHERE e."id" >= ? AND e."id" <= ? ORDER BY e."id"`,
    model,
    from,
    upto,
  )
  return rows.flatMap((row) => {
    const text = textOf(row)
    return row.textHash === textHashOf(text) ? [] : [{ id: row.id, text }]
  })
}

type TextRow = { id: string; objective: string; keywords: string; textHash: string | null }

function textOf({ objective, keywords }: Pick<TextRow, 'objective' | 'keywords'>): string {
  return descriptionText({ objective, keywords: JSON.parse(keywords) })
}

/** Entries read at a time when all are gone through. */
const PAGE = 1_000

/** All that a model has still to embed, piece by piece. */
export async function* pagesUnembedded(store: Store, model: string): AsyncGenerator<Unembedded[]> {
  const ids = await listEntryIds(store)
  for (let at = 0; at < ids.length; at += PAGE) {
    const from = ids[at] ?? ''
    const upto = ids[Math.min(at + PAGE, ids.length) - 1] ?? ''
    const page = await listUnembedded(store, model, { from, upto })
    if (page.length > 0) yield page
  }
}

/** Keeps vectors beside those of other models. One whose entry has gone or says something else by now is left out. */
export async function putVectors(
  tx: Tx,
  model: string,
  made: readonly { id: string; text: string; vector: Float32Array }[],
): Promise<number> {
  const ids = made.map(({ id }) => id)
  const rows = await tables(tx).entry.findMany({
    where: { id: { in: ids } },
    select: { id: true, objective: true, keywords: true },
  })
  const texts = new Map(rows.map((row) => [row.id, textOf(row)]))
  const valid = made.filter(({ id, text }) => texts.get(id) === text)
  await tables(tx).vector.deleteMany({ where: { model, entryId: { in: valid.map(({ id }) => id) } } })
  await tables(tx).vector.createMany({
    data: valid.map(({ id, text, vector }) => ({
      entryId: id,
      model,
      dimension: vector.length,
      textHash: textHashOf(text),
      data: toVectorBlob(vector),
    })),
  })
  return valid.length
}

/**
 * Ends a re-embedding inside one transaction: false, and nothing is done, while an entry lacks a vector. Indexes start anew.
 * What an edit makes outdated it also removes, so that a vector which is there is one of the present text.
 */
export async function completeSpace(
  store: Store,
  tx: Tx,
  model: string,
  { thenSwitch }: { thenSwitch: boolean },
): Promise<boolean> {
  const { missing } = await selectNumbers<'missing'>(
    tx,
    `SELECT COUNT(*) AS missing FROM "Entry" e
     WHERE NOT EXISTS (SELECT 1 FROM "Vector" v WHERE v."entryId" = e."id" AND v."model" = ?)`,
    model,
  )
  if (missing > 0) return false
  if (thenSwitch) await putSetting(tx, CURRENT, model)
  await beginIndexAnew(store, tx)
  return true
}

/** Removes every vector of a model that is not the current one. Throws UserError `current-embedder`. */
export async function removeVectors(
  store: Store,
  model: string,
  fallback: string,
): Promise<{ removed: number }> {
  return await store.record(async (tx) => {
    if (((await findCurrentEmbedder(tx)) ?? fallback) === model)
      throw new UserError('current-embedder', `Retrieval uses the vectors of ${model}.`, {
        hint: 'Go over to another embedder first.',
        status: 409,
      })
    const { count } = await tables(tx).vector.deleteMany({ where: { model } })
    await tables(tx).projection.deleteMany({ where: { embedder: model } })
    await tables(tx).setting.deleteMany({ where: { name: spaceName(model) } })
    await beginIndexAnew(store, tx)
    return { removed: count }
  })
}

const spaceSchema = z.object({ dimension: z.number().int().min(1), probe: z.base64() })

/** The probe vector that a model gave when its space was begun; null when it never was. */
export async function findProbe(store: Store, model: string): Promise<Float32Array | null> {
  const space = await getSetting(store, spaceName(model))
  if (space === null) return null
  const { dimension, probe } = spaceSchema.parse(JSON.parse(space))
  return fromVectorBlob(Buffer.from(probe, 'base64'), dimension)
}

/** Keeps the probe vector of a space that is begun. */
export async function keepProbe(tx: Tx, model: string, vector: Float32Array): Promise<void> {
  const probe = Buffer.from(toVectorBlob(vector)).toString('base64')
  await putSetting(tx, spaceName(model), JSON.stringify({ dimension: vector.length, probe }))
}

function spaceName(model: string): string {
  return `space ${model}`
}

/** Float32 little-endian bytes of a vector, 4 a component. */
export function toVectorBlob(vector: Float32Array): Uint8Array<ArrayBuffer> {
  if (littleEndian) return new Uint8Array(Float32Array.from(vector).buffer)
  const bytes = new Uint8Array(vector.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of vector.entries()) view.setFloat32(i * 4, value, true)
  return bytes
}

/** The vector of a blob. Copies first, since a driver may hand out bytes at an offset that is not a multiple of 4. */
export function fromVectorBlob(bytes: Uint8Array, dimension: number): Float32Array {
  if (bytes.byteLength !== dimension * 4)
    throw new Error(
      `vector blob has ${bytes.byteLength} bytes, expected ${dimension * 4} for dimension ${dimension}`,
    )
  const copy = new Uint8Array(bytes)
  if (littleEndian) return new Float32Array(copy.buffer)
  const view = new DataView(copy.buffer)
  return Float32Array.from({ length: dimension }, (_, i) => view.getFloat32(i * 4, true))
}

const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1
