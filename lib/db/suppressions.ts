import type { Store, Tx } from './store.ts'

/** Why an entry with this key must not come back by itself; null when nothing stands against it. */
export async function findSuppression(
  tx: Tx,
  projectId: string,
  key: string,
): Promise<{ state: 'retired' | 'purged'; reason: string | null } | null> {
  const row = await tx.suppression.findUnique({ where: { projectId_key: { projectId, key } } })
  if (!row || row.liftedAt) return null
  return { state: row.state === 'purged' ? 'purged' : 'retired', reason: row.reason }
}

/** Remembers that a person retired what this key stands for. */
export async function suppress(
  store: Store,
  tx: Tx,
  input: { projectId: string; key: string; entryId: string; reason: string | null; by: string },
): Promise<void> {
  const state = {
    state: 'retired',
    reason: input.reason,
    entryId: input.entryId,
    by: input.by,
    createdAt: store.now(),
    liftedAt: null,
  }
  await tx.suppression.upsert({
    where: { projectId_key: { projectId: input.projectId, key: input.key } },
    create: { id: store.nextId('sp'), projectId: input.projectId, key: input.key, ...state },
    update: state,
  })
}

/** Lets what this key stands for come back; nothing happens when it was free. */
export async function liftSuppression(store: Store, tx: Tx, projectId: string, key: string): Promise<void> {
  await tx.suppression.updateMany({
    where: { projectId, key, liftedAt: null },
    data: { liftedAt: store.now() },
  })
}
