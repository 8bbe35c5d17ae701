import { rememberedLatest } from '../memory/remembered.ts'
import type { CosineIndex } from './cosine-index.ts'

/** The value of that name for this state of the memory of these projects (null = of all), made at the first call. */
export type Once = <T>(
  index: CosineIndex,
  projectIds: readonly string[] | null,
  name: string,
  make: () => Promise<T>,
) => Promise<T>

/**
 * Keeps what was made from the store while no write concerns the projects it was made of. `changedSince` names the projects that writes
 * after a revision concerned, null for a write of no project, which concerns all. A new index (rows left the store for good, or their
 * texts were masked) begins with nothing; what failed is not kept; the oldest is forgotten above `mostKept`.
 */
export function createRevisionCache(
  mostKept: number,
  changedSince: (revision: number) => readonly (string | null)[] = () => [null],
): Once {
  const caches = new WeakMap<CosineIndex, { revision: number; kept: Map<string, Promise<unknown>> }>()
  return <T>(
    index: CosineIndex,
    projectIds: readonly string[] | null,
    name: string,
    make: () => Promise<T>,
  ) => {
    const cache = caches.get(index) ?? { revision: index.revision, kept: new Map() }
    caches.set(index, cache)
    if (cache.revision !== index.revision) {
      const changed = changedSince(cache.revision)
      for (const key of cache.kept.keys()) {
        const [of]: [string[] | null] = JSON.parse(key)
        if (changed.some((id) => id === null || of === null || of.includes(id))) cache.kept.delete(key)
      }
      cache.revision = index.revision
    }
    const key = JSON.stringify([projectIds, name])
    return rememberedLatest<string, Promise<unknown>>(cache.kept, key, mostKept, make) as Promise<T>
  }
}
