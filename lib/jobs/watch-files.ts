import { setTimeout as pause } from 'node:timers/promises'
import type { NamedFile } from '../ingest/containers/named-file.ts'

/** Between two looks, ms: a file that is the same in both is at rest. Ours. */
const EVERY_MS = 3_000
/** A folder that takes long to look through is looked at more seldom: looking takes at most this share of the time. Ours. */
const MOST_OF_THE_TIME = 0.05

/**
 * Takes each file once it is at rest, and again whenever it has changed since, until it is stopped; what is under way then is finished.
 * A file that fails is told to `failed` and left until it changes. Files that last changed before `knownBefore`, ms, were taken
 * earlier. `looked` hears after each look how many files there are and, where all are taken, since when: null while some are not.
 */
export async function watchFiles({
  list,
  take,
  failed,
  signal,
  everyMs = EVERY_MS,
  knownBefore = 0,
  looked = () => undefined,
}: {
  list: () => NamedFile[] | Promise<NamedFile[]>
  take: (file: NamedFile) => Promise<void>
  failed: (error: unknown, file: NamedFile | null) => void
  signal: AbortSignal
  everyMs?: number
  knownBefore?: number
  looked?: (look: { fileCount: number; allTakenAt: number | null }) => void | Promise<void>
}): Promise<void> {
  const known = new Map<string, { stamp: string; isTaken: boolean }>()
  while (!signal.aborted) {
    const beganAt = Date.now()
    const files = await told(list, (error) => failed(error, null))
    const tookMs = Date.now() - beganAt
    let waits = files === null
    for (const file of files ?? []) {
      if (signal.aborted) return
      const { name, size, changed = Number.POSITIVE_INFINITY } = file
      const stamp = `${size} ${changed}`
      const before = known.get(name)
      const isTaken = before?.stamp === stamp ? before.isTaken : before === undefined && changed < knownBefore
      const isAtRest = before?.stamp === stamp
      known.set(name, { stamp, isTaken: isTaken || isAtRest })
      if (isTaken) continue
      if (isAtRest)
        await told(
          () => take(file),
          (error) => failed(error, file),
        )
      else waits = true
    }
    if (files !== null) await looked({ fileCount: files.length, allTakenAt: waits ? null : beganAt })
    await pause(Math.max(everyMs, tookMs / MOST_OF_THE_TIME), undefined, { signal }).catch(() => {})
  }
}

/** What the work gives; what goes wrong in it is told, and ends nothing. */
async function told<T>(work: () => T | Promise<T>, tell: (error: unknown) => void): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    tell(error)
    return null
  }
}
