import { rememberedLatest } from '../memory/remembered.ts'
import type { CosineIndex } from './cosine-index.ts'

/** The value of that name for this state of the index, made at the first call. */
export type Once = <T>(index: CosineIndex, name: string, make: () => Promise<T>) => Promise<T>

/**
 * Keeps what was made from the store while the index stays at its revision. A new index (rows left the store for good)
 * begins with nothing; what failed is not kept; the oldest is forgotten above `mostKept`.
 */
export function createRevisionCache(mostKept: number): Once {
  const caches = new WeakMap<CosineIndex, { revision: number; kept: Map<string, Promise<unknown>> }>()
  return <T>(index: CosineIndex, name: string, make: () => Promise<T>) => {
    let cache = caches.get(index)
    if (cache?.revision !== index.revision) {
      cache = { revision: index.revision, kept: new Map() }
      caches.set(index, cache)
    }
    return rememberedLatest<string, Promise<unknown>>(cache.kept, name, mostKept, make) as Promise<T>
  }
}
