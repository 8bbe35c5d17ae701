import type { Store } from './store.ts'
import { tables } from './tables.ts'

/** A fact about the store itself, or null when it was never set. */
export async function getSetting(store: Store, name: string): Promise<string | null> {
  return (await tables(store).setting.findUnique({ where: { name } }))?.value ?? null
}

/** Keeps a fact about the store itself; not a revision, nobody undoes it. */
export async function setSetting(store: Store, name: string, value: string): Promise<void> {
  await store.record((tx) =>
    tables(tx).setting.upsert({ where: { name }, create: { name, value }, update: { value } }),
  )
}
