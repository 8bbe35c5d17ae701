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
  changedSince: (revision: number) => Promise<readonly (string | null)[]> = async () => [null],
): Once {
  const caches = new WeakMap<CosineIndex, Cache>()

  async function forget(cache: Cache, revision: number): Promise<void> {
    const changed = await changedSince(cache.revision)
    for (const key of cache.kept.keys()) {
      const [of]: [string[] | null] = JSON.parse(key)
      if (changed.some((id) => id === null || of === null || of.includes(id))) cache.kept.delete(key)
    }
    cache.revision = revision
  }

  return async <T>(
    index: CosineIndex,
    projectIds: readonly string[] | null,
    name: string,
    make: () => Promise<T>,
  ) => {
    const cache: Cache = caches.get(index) ?? { revision: index.revision, kept: new Map(), forgetting: null }
    caches.set(index, cache)
    while (cache.revision !== index.revision) {
      cache.forgetting ??= forget(cache, index.revision).finally(() => {
        cache.forgetting = null
      })
      await cache.forgetting
    }
    const key = JSON.stringify([projectIds, name])
    return await (rememberedLatest<string, Promise<unknown>>(cache.kept, key, mostKept, make) as Promise<T>)
  }
}

type Cache = { revision: number; kept: Map<string, Promise<unknown>>; forgetting: Promise<void> | null }
