import type { MemoryEntry } from '../../memory/entry.ts'
import { insertAll, oneOf } from '../dialect.ts'
import type { Store, Tx } from '../store.ts'
import { isoText, type Reader, selectColumn, tables } from '../tables.ts'

/** Why an entry with this key must not come back by itself; null when nothing stands against it. */
export async function findSuppression(
  { conceal }: Pick<Store, 'conceal'>,
  tx: Tx,
  projectId: string,
  bareKey: string,
): Promise<{ state: 'retired' | 'purged'; reason: string | null } | null> {
  const key = conceal(bareKey)
  const row = await tables(tx).suppression.findUnique({ where: { projectId_key: { projectId, key } } })
  if (!row || row.liftedAt) return null
  return { state: row.state === 'purged' ? 'purged' : 'retired', reason: row.reason }
}

/** Which of these keys an entry of the project has that is neither retired nor purged. */
export async function listLiveKeys(
  read: Reader,
  projectId: string,
  asked: readonly string[],
): Promise<Set<string>> {
  const keys = await selectColumn<string>(
    read,
    `SELECT DISTINCT "suppressionKey" FROM "Entry" WHERE "projectId" = ? AND "lifecycle" NOT IN ('retired', 'purged')
       AND "suppressionKey" ${oneOf}`,
    projectId,
    JSON.stringify(asked),
  )
  return new Set(keys)
}

/** Remembers that what these entries say was retired, with their reasons. What was purged before stays purged. */
export async function suppressAll(store: Store, tx: Tx, entries: MemoryEntry[], by: string): Promise<void> {
  const createdAt = isoText(store.now())
  const rows = entries.map(({ projectId, suppressionKey: key, id: entryId, reason }) => ({
    id: store.nextId('sp'),
    projectId,
    key: store.conceal(key),
    state: 'retired',
    ...{ reason, entryId, by, createdAt },
  }))
  await tables(tx).$executeRawUnsafe(
    `${insertAll('Suppression', ['id', 'projectId', 'key', 'state', 'reason', 'entryId', 'by', 'createdAt'])}
     ON CONFLICT ("projectId", "key") DO UPDATE SET "state" = 'retired', "reason" = excluded."reason", "entryId" = excluded."entryId",
       "by" = excluded."by", "createdAt" = excluded."createdAt", "liftedAt" = NULL
     WHERE "Suppression"."state" <> 'purged' OR "Suppression"."liftedAt" IS NOT NULL`,
    JSON.stringify(rows),
  )
}

/** Lets what these entries say come back; what was purged does not. */
export async function liftAll(store: Store, tx: Tx, entries: MemoryEntry[]): Promise<void> {
  const keys = entries.map(({ projectId, suppressionKey }) => ({
    projectId,
    key: store.conceal(suppressionKey),
  }))
  await tables(tx).$executeRawUnsafe(
    `UPDATE "Suppression" SET "liftedAt" = ? FROM json_each(?) j
     WHERE "Suppression"."projectId" = j.value ->> 'projectId' AND "Suppression"."key" = j.value ->> 'key' AND "state" = 'retired' AND "liftedAt" IS NULL`,
    isoText(store.now()),
    JSON.stringify(keys),
  )
}

/** What a person adds may come back, and what is added as retired must not. */
export async function followAdded(store: Store, tx: Tx, added: MemoryEntry[], by: string): Promise<void> {
  const retired = added.filter(({ lifecycle }) => lifecycle === 'retired')
  const others = added.filter(({ lifecycle }) => lifecycle !== 'retired')
  if (others.length > 0) await liftAll(store, tx, others)
  if (retired.length > 0) await suppressAll(store, tx, retired, by)
}

/** Remembers the keys of what was purged: no text, no reason, no entry. */
export async function suppressPurged(
  store: Store,
  tx: Tx,
  entries: MemoryEntry[],
  by: string,
): Promise<void> {
  const state = { state: 'purged', reason: null, entryId: null, by, createdAt: store.now(), liftedAt: null }
  for (const { projectId, suppressionKey } of entries) {
    const key = store.conceal(suppressionKey)
    await tables(tx).suppression.upsert({
      where: { projectId_key: { projectId, key } },
      create: { id: store.nextId('sp'), projectId, key, ...state },
      update: state,
    })
  }
}

/** Which of these keys must not come back by themselves. */
export async function listSuppressed(
  { conceal }: Pick<Store, 'conceal'>,
  read: Reader,
  projectId: string,
  keys: string[],
): Promise<Set<string>> {
  const bare = new Map(keys.map((key) => [conceal(key), key]))
  const marks = await selectColumn<string>(
    read,
    `SELECT "key" FROM "Suppression" WHERE "projectId" = ? AND "liftedAt" IS NULL AND "key" ${oneOf}`,
    projectId,
    JSON.stringify([...bare.keys()]),
  )
  return new Set(marks.map((mark) => bare.get(mark) ?? mark))
}

/** Lets what this key stands for come back, because a person adds it by hand; nothing happens when it was free. */
export async function liftSuppression(store: Store, tx: Tx, projectId: string, key: string): Promise<void> {
  await tables(tx).suppression.updateMany({
    where: { projectId, key: store.conceal(key), liftedAt: null },
    data: { liftedAt: store.now() },
  })
}
