import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { UserError } from '../../memory/errors.ts'
import { refuseLarge } from '../read-text.ts'
import { gather } from './gather.ts'
import type { NamedFile } from './named-file.ts'
import { partsOf } from './parts.ts'

type Look = { base: string; leftOut: (words: string) => void }

/**
 * The runs' files under some paths, in name order, named as seen from `base`; a folder reached twice through links is walked once.
 * Opens none but a large file, to see whether it can be read in parts. Throws UserError `no-such-file`. `leftOut` hears of pipes, sockets and devices.
 */
export async function filesUnder(paths: readonly string[], look: Look): Promise<NamedFile[]> {
  return gather((await Promise.all(paths.map((path) => walk(path, look, null)))).flat())
}

async function walk(path: string, look: Look, walked: Set<string> | null): Promise<NamedFile[]> {
  const kind = await stat(path).catch(() => null)
  if (!kind) {
    // A link that leads nowhere inside a folder is no fault of the person's; a path they typed is.
    if (await lstat(path).catch(() => null)) return []
    // It was there when its folder was read.
    if (walked !== null) return []
    throw new UserError('no-such-file', `There is no file or folder "${path}".`, {
      hint: 'Check the path; it is read from the current folder.',
    })
  }
  if (!kind.isDirectory()) {
    const { size, mtimeMs, ctimeMs } = kind
    const name = relative(look.base, path) || path
    // A pipe that was typed (`<(zcat run.gz)`) is meant; one that lies in a folder would be waited for without end.
    const changed = Math.max(mtimeMs, ctimeMs)
    const parts = kind.isFile()
      ? readable(path, () => partsOf({ name, size, changed, slice: sliceOf(path) }))
      : null
    if (parts !== null) return parts
    if (kind.isFile() || walked === null) return [{ name, size, changed, read: () => readWhole(path, size) }]
    look.leftOut(`left out ${path}: a pipe, socket or device`)
    return []
  }
  const seen = walked ?? new Set()
  const real = await realpath(path)
  if (seen.has(real)) return []
  seen.add(real)
  const files: NamedFile[] = []
  for (const name of (await readdir(path)).sort()) files.push(...(await walk(join(path, name), look, seen)))
  return files
}

/** Throws UserError `unreadable`, and `too-large` before anything is read. */
function readWhole(path: string, size: number): Uint8Array {
  refuseLarge(size, path)
  return readable(path, () => readFileSync(path))
}

/** The bytes of a file from one place to another. */
function sliceOf(path: string) {
  return (from: number, to: number): Uint8Array => {
    const bytes = Buffer.alloc(to - from)
    const file = openSync(path, 'r')
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
    } finally {
      closeSync(file)
    }
  }
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new UserError(
      'unreadable',
      `${path} cannot be read: ${error instanceof Error ? error.message : error}`,
      {
        hint: 'Check the path and its permissions.',
      },
    )
  }
}
