import type { MemoryEntry } from '../../memory/entry.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { fieldIn, insertAll } from '../dialect.ts'
import { changeDigest } from '../log/log-seal.ts'
import type { Tx } from '../store.ts'
import { isoText, type Reader, tables } from '../tables.ts'
import { fromVectorBlob, requireCurrentSpace, textHashOf, toVectorBlob } from '../vectors/vectors.ts'
import { fromEntry, toEntry } from './entry-row.ts'

/** A vector of an entry's description, with the model that made it. */
export type EntryVector = { model: string; vector: Float32Array }

/** How many rows one statement carries. Ours: keeps the JSON of a statement near 1 MB. */
const ROWS_A_STATEMENT = 500

/** Entries of a transaction by id; missing ones are left out. */
export async function readEntries(tx: Reader, ids: string[]): Promise<MemoryEntry[]> {
  const entries: MemoryEntry[] = []
  for (const part of chunks(ids, ROWS_A_STATEMENT)) {
    const rows = await tables(tx).entry.findMany({ where: { id: { in: part } } })
    entries.push(...rows.map(toEntry))
  }
  return entries
}

/** Vectors of entries, every model's: what a copy takes along. */
export async function readVectors(reader: Reader, ids: string[]): Promise<Map<string, EntryVector[]>> {
  const rows = await tables(reader).vector.findMany({ where: { entryId: { in: ids } } })
  const vectors = new Map<string, EntryVector[]>()
  for (const { entryId, model, dimension, data } of rows)
    vectors.set(entryId, [
      ...(vectors.get(entryId) ?? []),
      { model, vector: fromVectorBlob(data, dimension) },
    ])
  return vectors
}

/** Places in the stream of the episodes that entries came from; null by hand. */
export async function readPositions(tx: Tx, ids: string[]): Promise<Map<string, number | null>> {
  const rows = await tables(tx).entry.findMany({
    where: { id: { in: ids } },
    select: { id: true, position: true },
  })
  return new Map(rows.map(({ id, position }) => [id, position]))
}

/** Adds entries with their vectors and one change each, at `revision`. `position` is their episode's place in the stream; null by hand. */
export async function insertEntries(
  tx: Tx,
  revision: number,
  entries: ({ entry: MemoryEntry; position: number | null } & (
    | { vector: EntryVector }
    | { vectors: EntryVector[] }
  ))[],
): Promise<void> {
  await requireCurrentSpace(
    tx,
    entries.map((one) => vectorsOf(one).map(({ model }) => model)),
  )
  for (const part of chunks(entries, ROWS_A_STATEMENT)) {
    await insertRows(
      tx,
      INSERT_ENTRIES,
      part.map(({ entry, position }) => {
        const row = fromEntry({ ...entry, revision })
        return {
          ...row,
          position,
          pinned: row.pinned ? 1 : 0,
          beside: row.beside ? 1 : 0,
          reviewedAt: row.reviewedAt && isoText(row.reviewedAt),
          createdAt: isoText(row.createdAt),
          updatedAt: isoText(row.updatedAt),
        }
      }),
    )
    await insertRows(
      tx,
      INSERT_VECTORS,
      part.flatMap((one) =>
        vectorsOf(one).map((vector) => {
          const row = vectorRow(one.entry, vector)
          return { ...row, data: Buffer.from(row.data).toString('hex') }
        }),
      ),
    )
    await insertChanges(
      tx,
      revision,
      part.map(({ entry }) => ({ before: null, after: { ...entry, revision } })),
    )
  }
}

/** Replaces entries by their new state, with one change each; a new vector where the description changed. */
export async function replaceEntries(
  tx: Tx,
  revision: number,
  changes: { before: MemoryEntry; after: MemoryEntry; vector?: EntryVector }[],
): Promise<void> {
  const made = changes.flatMap(({ vector }) => vector ?? [])
  await requireCurrentSpace(
    tx,
    made.map(({ model }) => [model]),
  )
  for (const part of chunks(changes, ROWS_A_STATEMENT)) {
    const rows = part.map(({ before, after }) => {
      const row = fromEntry({ ...after, revision })
      const old = fromEntry(before)
      return {
        ...row,
        reviewedAt: row.reviewedAt && isoText(row.reviewedAt),
        updatedAt: isoText(row.updatedAt),
        hasNewText: TEXT_COLUMNS.some((column) => row[column] !== old[column]),
      }
    })
    const [reworded, others] = [rows.filter((row) => row.hasNewText), rows.filter((row) => !row.hasNewText)]
    if (reworded.length > 0) await tables(tx).$executeRawUnsafe(UPDATE_ALL, asJson(reworded))
    if (others.length > 0) await tables(tx).$executeRawUnsafe(UPDATE_BUT_TEXT, asJson(others))
    for (const { after, vector } of part) {
      if (!vector) continue
      const row = vectorRow(after, vector)
      await tables(tx).vector.upsert({
        where: { entryId_model: { entryId: after.id, model: vector.model } },
        create: row,
        update: { data: row.data, dimension: row.dimension, textHash: row.textHash },
      })
      // A vector of another model describes the old text.
      await tables(tx).vector.deleteMany({ where: { entryId: after.id, model: { not: vector.model } } })
    }
    await insertChanges(
      tx,
      revision,
      part.map(({ before, after }) => ({ before, after: { ...after, revision } })),
    )
  }
}

const COLUMNS = [
  'scope', 'category', 'kind', 'extractor', 'worth', 'cure', 'lifecycle', 'pinned', 'beside', 'flags', 'subtaskId', 'episodeId', 'instanceId', 'repo',
  'fromStep', 'toStep', 'citations', 'removed', 'reason', 'suppressionKey', 'promoted', 'revision', 'reviewedBy', 'reviewedAt', 'updatedAt',
] // biome-ignore format: one list, read as one

/** Columns of the full-text index: naming one in an update takes the row out of the index and puts it in again. */
const TEXT_COLUMNS = [
  'objective', 'keywords', 'title', 'whenText', 'doText', 'becauseText', 'checkText',
] as const // biome-ignore format: one list, read as one

/** One statement for many rows: the client's own `createMany` takes twenty times as long. */
async function insertRows(tx: Tx, sql: string, rows: object[]): Promise<void> {
  if (rows.length > 0) await tables(tx).$executeRawUnsafe(sql, asJson(rows))
}

/** Half of a surrogate pair is not text: it becomes U+FFFD here, and not three of them in SQLite. */
function asJson(rows: object[]): string {
  const json = JSON.stringify(rows)
  if (!/\\ud[89a-f]/.test(json)) return json
  return JSON.stringify(rows, (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value))
}

const INSERT_ENTRIES = insertAll('Entry', [
  'id',
  'projectId',
  'position',
  'createdAt',
  ...COLUMNS,
  ...TEXT_COLUMNS,
])
const INSERT_VECTORS = insertAll('Vector', ['entryId', 'model', 'dimension', 'textHash', 'data'])
const CHANGE_COLUMNS = ['revisionNumber', 'entity', 'entityId', 'before', 'after', 'digest']
const INSERT_CHANGES = insertAll('Change', CHANGE_COLUMNS)

const updateFromJson = (columns: readonly string[]) =>
  `UPDATE "Entry" SET ${columns.map((name) => `"${name}" = ${fieldIn(name)}`).join(', ')}
   FROM json_each(?) j WHERE "Entry"."id" = j.value ->> 'id'`
const UPDATE_ALL = updateFromJson([...COLUMNS, ...TEXT_COLUMNS])
const UPDATE_BUT_TEXT = updateFromJson(COLUMNS)

/** Writes what became of entries at `revision`, each sealed by a digest. Both null: it left the store for good. */
export async function insertChanges(
  tx: Tx,
  revision: number,
  changes: { before: MemoryEntry | null; after: MemoryEntry | null; entityId?: string }[],
): Promise<void> {
  await insertRows(
    tx,
    INSERT_CHANGES,
    changes.map((change) => {
      const entityId = change.entityId ?? (change.after ?? change.before)?.id ?? ''
      const before = change.before && JSON.stringify(change.before)
      const after = change.after && JSON.stringify(change.after)
      const digest = changeDigest({ entityId, before, after })
      return { revisionNumber: revision, entity: 'entry', entityId, before, after, digest }
    }),
  )
}

function vectorsOf(one: { vector: EntryVector } | { vectors: EntryVector[] }): EntryVector[] {
  return 'vector' in one ? [one.vector] : one.vectors
}

function vectorRow(entry: MemoryEntry, { model, vector }: EntryVector) {
  const textHash = textHashOf(descriptionText(entry.description))
  return { entryId: entry.id, model, dimension: vector.length, textHash, data: toVectorBlob(vector) }
}

function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size)
}
