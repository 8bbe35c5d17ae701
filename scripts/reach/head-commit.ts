import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Commit that the folder stands at, hex; null where it is no git clone. */
export function headCommit(rootPath: string): string | null {
  try {
    const folder = gitFolder(rootPath)
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim()
    const [, ref] = /^ref: (.+)$/.exec(head) ?? []
    return ref ? commitOf(folder, ref) : head
  } catch {
    return null
  }
}

/** A worktree has a file in place of the folder. */
function gitFolder(rootPath: string): string {
  const path = join(rootPath, '.git')
  try {
    const named = readFileSync(path, 'utf8').replace(/^gitdir: /, '')
    return resolve(rootPath, named.trim())
  } catch {
    return path
  }
}

function commitOf(folder: string, ref: string): string | null {
  for (const base of [folder, join(folder, '..', '..')]) {
    try {
      return readFileSync(join(base, ref), 'utf8').trim()
    } catch {
      const packed = readPacked(join(base, 'packed-refs'))
      const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`))
      if (line) return line.slice(0, 40)
    }
  }
  return null
}

function readPacked(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
