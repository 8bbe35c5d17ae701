import { readFileSync } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { UserError } from '../../memory/errors.ts'
import { refuseLarge } from '../read-text.ts'
import { gather } from './gather.ts'
import type { NamedFile } from './named-file.ts'

type Look = { base: string; leftOut: (words: string) => void }

/**
 * The runs' files under some paths, in name order, named as seen from `base`; a folder reached twice through links is walked once.
 * Opens none. Throws UserError `no-such-file`. `leftOut` hears of pipes, sockets and devices.
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
    if (kind.isFile() || walked === null)
      return [{ name, size, changed: Math.max(mtimeMs, ctimeMs), read: () => readWhole(path, size) }]
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
  try {
    return readFileSync(path)
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
