import { z } from 'zod'
import type { OriginView } from '../../memory/views/entries.ts'
import { oneOf } from '../dialect.ts'
import type { Store, Tx } from '../store.ts'
import { type Reader, selectColumn, tables } from '../tables.ts'
import { undoChain } from '../undo-chain.ts'

const howSchema = z.enum(['merge', 'split', 'copy'])

/** Remembers of which entries another was made. A link that counts already stays that of its first revision: undoing this one must not take it. */
export async function insertOrigins(
  tx: Tx,
  revision: number,
  origins: { entryId: string; sourceId: string; how: z.infer<typeof howSchema> }[],
): Promise<void> {
  for (const { entryId, sourceId, how } of origins) {
    const key = { entryId, sourceId }
    const standing = await tables(tx).origin.findUnique({ where: { entryId_sourceId: key } })
    if (standing && standing.revision > 0) continue
    await tables(tx).origin.upsert({
      where: { entryId_sourceId: key },
      create: { ...key, how, revision },
      update: { how, revision },
    })
  }
}

/**
 * Follows an undo: what a revision had joined counts no longer, and counts again when that undo is undone. A link that was
 * taken back keeps its row with the revision negative.
 */
export async function flipOrigins(tx: Tx, undone: number): Promise<void> {
  let root = undone
  for await (const { number } of undoChain(tx, undone)) root = number
  await tables(tx).$executeRawUnsafe(
    `UPDATE "Origin" SET "revision" = -"revision" WHERE ABS("revision") = ?`,
    root,
  )
}

/** The entries this one was made of, and those made of it; a source that was purged has no title. */
export async function listOrigins(
  store: Store,
  entryId: string,
): Promise<{ from: OriginView[]; into: OriginView[] }> {
  const rows = await tables(store).origin.findMany({
    where: { OR: [{ entryId }, { sourceId: entryId }], revision: { gt: 0 } },
    orderBy: [{ revision: 'asc' }, { sourceId: 'asc' }],
  })
  const others = rows.map((row) => (row.entryId === entryId ? row.sourceId : row.entryId))
  const entries = await tables(store).entry.findMany({
    where: { id: { in: others } },
    select: { id: true, title: true, lifecycle: true, projectId: true, instanceId: true },
  })
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const view = (id: string, row: (typeof rows)[number]): OriginView => {
    const entry = byId.get(id)
    return {
      entryId: id,
      how: howSchema.parse(row.how),
      revision: row.revision,
      title: entry?.title ?? null,
      lifecycle: (entry?.lifecycle ?? 'purged') as OriginView['lifecycle'],
      projectId: entry?.projectId ?? null,
      instanceId: entry?.instanceId ?? null,
    }
  }
  return {
    from: rows.flatMap((row) => (row.entryId === entryId ? [view(row.sourceId, row)] : [])),
    into: rows.flatMap((row) => (row.entryId === entryId ? [] : [view(row.entryId, row)])),
  }
}

/** Ids of entries that were made of these, so that who removes a source knows what carries it on. */
export async function listMadeOf(client: Reader, sourceIds: string[]): Promise<string[]> {
  const ids = await selectColumn<string>(
    client,
    `SELECT DISTINCT "entryId" AS id FROM "Origin"
     WHERE "revision" > 0 AND "sourceId" ${oneOf} ORDER BY 1`,
    JSON.stringify(sourceIds),
  )
  const sources = new Set(sourceIds)
  return ids.filter((id) => !sources.has(id))
}
