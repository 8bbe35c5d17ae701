import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'
/** Where less is free, it is left to others. Ours. */
const ROOM_BYTES = 2 * 2 ** 30

/**
 * The folder for what tests write: in memory where there is room, since a store waits for the disk at each of its thousands of
 * commits; else the system's own. Killed processes lose nothing by it: the kernel has what they wrote.
 */
export function scratchFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize < ROOM_BYTES) return tmpdir()
    const path = join(IN_MEMORY, `loupe-tests-${process.getuid?.() ?? 'own'}`)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  } catch {
    return tmpdir()
  }
}
