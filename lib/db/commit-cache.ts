import type { Store } from './store.ts'
import { rowsOf } from './tables.ts'

/** Answers kept of one store at most, the latest. Ours: a reader has a few filters in hand. */
const MOST_KEPT = 32

const CACHES = new WeakMap<Store, { version: number; kept: Map<string, Promise<unknown>> }>()

/**
 * The answer of that name, read when it is first asked for and kept until something is committed to the store, by whatever
 * connection: counts of 100,000 rows cost what they cost once, not at every look. `read` must ask the store and nothing else.
 */
export async function untilNextCommit<T>(store: Store, name: string, read: () => Promise<T>): Promise<T> {
  // Looked at before reading: an answer may be younger than its version, never older.
  const version = await commitVersion(store)
  let cache = CACHES.get(store)
  if (cache?.version !== version) {
    cache = { version, kept: new Map() }
    CACHES.set(store, cache)
  }
  const { kept } = cache
  const known = kept.get(name) as Promise<T> | undefined
  const answer = known ?? read()
  // Asked for last, forgotten last.
  kept.delete(name)
  kept.set(name, answer)
  if (!known) answer.catch(() => kept.delete(name))
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return await answer
}

/** A number that changes with every commit of a connection other than the one that reads it, which never writes. */
export async function commitVersion(store: Store): Promise<number> {
  const [row] = await rowsOf<{ data_version: number }>(store, 'PRAGMA data_version')
  return row?.data_version ?? 0
}
