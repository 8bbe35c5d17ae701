import { type MemoryEntry, memoryEntrySchema } from '../../memory/entry.ts'
import { UserError } from '../../memory/errors.ts'
import { oneOf } from '../dialect.ts'
import type { Store } from '../store.ts'
import { isoText, select, selectNumbers, tables } from '../tables.ts'
import { fromVectorBlob } from '../vectors/vectors.ts'

/** Entries of some projects as they were at one moment. */
type PastEntries = {
  /** Highest revision at that moment; 0 before the first. */
  revision: number
  entries: MemoryEntry[]
  /** Entries that were there and whose text was taken out of the log since. */
  goneCount: number
}

/** The highest revision made at or before an instant; 0 when it lies before the first. */
export async function findRevisionAt(store: Store, at: Date): Promise<number> {
  const latest = `SELECT MAX("number") AS "revision" FROM "Revision" WHERE "at" <= ?`
  return (await selectNumbers<'revision'>(store, latest, isoText(at))).revision
}

/** Every entry of these projects in its last state at or before a revision, from the log alone; ids ascend. */
export async function listEntriesAt(
  store: Store,
  projectIds: readonly string[],
  revision: number,
): Promise<PastEntries> {
  const rows = await select<{ after: string | null; isErased: boolean }>(
    store,
    `SELECT c."entityId", c."after", c."before" IS NULL AND c."after" IS NULL AS "isErased" FROM "Change" c
     JOIN (SELECT MAX("id") AS "id" FROM "Change" WHERE "entity" = 'entry' AND "revisionNumber" <= ? GROUP BY "entityId") last
       ON last."id" = c."id"
     JOIN "Revision" r ON r."number" = c."revisionNumber"
     WHERE COALESCE(c."after" ->> '$.projectId', r."projectId") ${oneOf}
     ORDER BY c."entityId"`,
    revision,
    JSON.stringify(projectIds),
  )
  return {
    revision,
    entries: rows.flatMap(({ after }) => (after === null ? [] : memoryEntrySchema.parse(JSON.parse(after)))),
    goneCount: rows.filter(({ isErased }) => isErased).length,
  }
}

/** Place in the stream of each episode of these projects that was there at an instant. */
export async function listPositionsAt(
  store: Store,
  projectIds: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  const rows = await tables(store).episode.findMany({
    where: { projectId: { in: [...projectIds] }, createdAt: { lte: at } },
    select: { id: true, position: true },
  })
  return new Map(rows.map(({ id, position }) => [id, position]))
}

/** Stored vectors of one model by entry id, with the hash of the text they were made of. */
export async function listVectors(
  store: Store,
  projectIds: readonly string[],
  model: string,
): Promise<Map<string, { textHash: string; vector: Float32Array }>> {
  const rows = await tables(store).vector.findMany({
    where: { model, entry: { projectId: { in: [...projectIds] } } },
  })
  return new Map(
    rows.map(({ entryId, textHash, dimension, data }) => [
      entryId,
      { textHash, vector: fromVectorBlob(data, dimension) },
    ]),
  )
}

/** Throws a UserError when an instant lies after now: nobody knows the memory of tomorrow. */
export function requirePast(at: Date, now: Date): void {
  if (at <= now) return
  throw new UserError('in-the-future', `${at.toISOString()} has not come yet.`, {
    hint: 'Name an instant that has passed, in UTC, or leave it out to ask the memory as it is now.',
    place: 'asOf',
  })
}
