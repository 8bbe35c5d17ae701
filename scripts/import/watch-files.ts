import { setTimeout as pause } from 'node:timers/promises'
import type { NamedFile } from '../../lib/ingest/containers/named-file.ts'
import { report } from '../reach/run-script.ts'

/** Between two looks, ms: a file that is the same in both is at rest. Ours. */
const EVERY_MS = 3_000

/**
 * Takes each file once it is at rest, and again whenever it has changed since, until it is stopped; what is under way then
 * is finished. A file that fails is told and left until it changes.
 */
export async function watchFiles({
  list,
  take,
  signal,
  everyMs = EVERY_MS,
}: {
  list: () => NamedFile[]
  take: (file: NamedFile) => Promise<void>
  signal: AbortSignal
  everyMs?: number
}): Promise<void> {
  const known = new Map<string, { stamp: string; isTaken: boolean }>()
  while (!signal.aborted) {
    for (const file of (await told(() => list())) ?? []) {
      if (signal.aborted) return
      const stamp = `${file.size} ${file.changed}`
      const before = known.get(file.name)
      const isAtRest = before?.stamp === stamp
      if (isAtRest && before.isTaken) continue
      known.set(file.name, { stamp, isTaken: isAtRest })
      if (isAtRest) await told(() => take(file))
    }
    await pause(everyMs, undefined, { signal }).catch(() => {})
  }
}

/** What the work gives; what goes wrong in it is said, and ends nothing. */
async function told<T>(work: () => T | Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    report(error)
    return null
  }
}
