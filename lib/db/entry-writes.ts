import { createHash } from 'node:crypto'
import type { MemoryEntry } from '../memory/entry.ts'
import { descriptionText } from '../memory/subtask.ts'
import { fromEntry, toEntry } from './entry-row.ts'
import { isoText } from './iso-text.ts'
import type { Tx } from './store.ts'
import { toVectorBlob } from './vector-blob.ts'

/** A vector of an entry's description, with the model that made it. */
export type EntryVector = { model: string; vector: Float32Array }

/** How many rows one statement carries. Ours: keeps the JSON of a statement near 1 MB. */
const ROWS_A_STATEMENT = 500

/** Entries of a transaction by id; missing ones are left out. */
export async function readEntries(tx: Tx, ids: string[]): Promise<MemoryEntry[]> {
  const entries: MemoryEntry[] = []
  for (const part of chunks(ids, ROWS_A_STATEMENT)) {
    const rows = await tx.entry.findMany({ where: { id: { in: part } } })
    entries.push(...rows.map(toEntry))
  }
  return entries
}

/** Adds entries with their vectors and one change each, at `revision`. `position` is their episode's place in the stream; null by hand. */
export async function insertEntries(
  tx: Tx,
  revision: number,
  entries: { entry: MemoryEntry; vector: EntryVector; position: number | null }[],
): Promise<void> {
  for (const part of chunks(entries, ROWS_A_STATEMENT)) {
    await tx.entry.createMany({
      data: part.map(({ entry, position }) => ({ ...fromEntry({ ...entry, revision }), position })),
    })
    await tx.vector.createMany({ data: part.map(({ entry, vector }) => vectorRow(entry, vector)) })
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
  for (const part of chunks(changes, ROWS_A_STATEMENT)) {
    const rows = part.map(({ after }) => {
      const row = fromEntry({ ...after, revision })
      return { ...row, pinned: row.pinned ? 1 : 0, updatedAt: isoText(row.updatedAt) }
    })
    await tx.$executeRawUnsafe(UPDATE_FROM_JSON, JSON.stringify(rows))
    for (const { after, vector } of part) {
      if (!vector) continue
      const row = vectorRow(after, vector)
      await tx.vector.upsert({
        where: { entryId_model: { entryId: after.id, model: vector.model } },
        create: row,
        update: { data: row.data, dimension: row.dimension, textHash: row.textHash },
      })
      // A vector of another model describes the old text.
      await tx.vector.deleteMany({ where: { entryId: after.id, model: { not: vector.model } } })
    }
    await insertChanges(
      tx,
      revision,
      part.map(({ before, after }) => ({ before, after: { ...after, revision } })),
    )
  }
}

const COLUMNS = [
  'scope', 'category', 'objective', 'keywords', 'title', 'kind', 'whenText', 'doText', 'becauseText', 'checkText',
  'extractor', 'lifecycle', 'pinned', 'flags', 'subtaskId', 'episodeId', 'instanceId', 'repo', 'fromStep', 'toStep',
  'citations', 'removed', 'reason', 'suppressionKey', 'revision', 'updatedAt',
] // biome-ignore format: one list, read as one

const UPDATE_FROM_JSON = `UPDATE "Entry" SET ${COLUMNS.map((name) => `"${name}" = j.value ->> '$.${name}'`).join(', ')}
  FROM json_each(?) AS j WHERE "Entry"."id" = j.value ->> '$.id'`

async function insertChanges(
  tx: Tx,
  revision: number,
  changes: { before: MemoryEntry | null; after: MemoryEntry | null }[],
): Promise<void> {
  await tx.change.createMany({
    data: changes.map(({ before, after }) => ({
      revisionNumber: revision,
      entity: 'entry',
      entityId: (after ?? before)?.id ?? '',
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })),
  })
}

function vectorRow(entry: MemoryEntry, { model, vector }: EntryVector) {
  const textHash = createHash('sha256').update(descriptionText(entry.description)).digest('hex')
  return { entryId: entry.id, model, dimension: vector.length, textHash, data: toVectorBlob(vector) }
}

function* chunks<T>(items: T[], size: number): Generator<T[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size)
}
