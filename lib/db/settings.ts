import type { Store } from './store.ts'
import { type Reader, type Tx, tables } from './tables.ts'

/** A fact about the store itself, or null when it was never set. */
export async function getSetting(read: Reader, name: string): Promise<string | null> {
  return (await tables(read).setting.findUnique({ where: { name } }))?.value ?? null
}

/** Keeps a fact about the store itself; not a revision, nobody undoes it. */
export async function setSetting(store: Store, name: string, value: string): Promise<void> {
  await store.record((tx) => putSetting(tx, name, value))
}

/** The same inside a transaction. */
export async function putSetting(tx: Tx, name: string, value: string): Promise<void> {
  await tables(tx).setting.upsert({ where: { name }, create: { name, value }, update: { value } })
}

/** Rows left the store for good: an index that holds them must start anew. */
export async function beginIndexAnew(store: Store, tx: Tx): Promise<void> {
  await putSetting(tx, 'indexEpoch', store.nextId('b'))
}
