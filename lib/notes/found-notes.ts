import { readdirSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundNotes } from '../memory/views/found.ts'
import { isNotes, ownMemoryFolder } from './find-notes.ts'
import { treeOnDisk } from './tree.ts'

/** Folders of sessions that are looked at. Ours. */
const MOST_FOLDERS = 200
/** Folders on the way to one that is named with dashes. Ours. */
const MOST_TURNS = 2_000

/** Notes for agents in the folders in which Claude Code has worked, by its own folder: counts and sizes. Opens no file. */
export async function findNoteFolders(home: string, own: string): Promise<FoundNotes[]> {
  const worked = await readdir(join(own, 'projects'), { withFileTypes: true }).catch(() => [])
  const folders = worked
    .filter((one) => one.isDirectory())
    .slice(0, MOST_FOLDERS)
    .flatMap(({ name }) => folderNamed(name) ?? [])
  const found = await Promise.all(
    [...new Set(folders)].map(async (folder): Promise<FoundNotes> => {
      const { paths } = await treeOnDisk(folder)
      const memory = ownMemoryFolder(folder, home)
      const remembered = await readdir(memory).catch(() => [])
      const files = [
        ...[...paths].filter(isNotes).map((path) => join(folder, path)),
        ...remembered.filter((name) => name.endsWith('.md')).map((name) => join(memory, name)),
      ].flatMap((path) => statSync(path, { throwIfNoEntry: false }) ?? [])
      const newest = Math.max(0, ...files.map(({ mtimeMs }) => mtimeMs))
      return {
        folder,
        fileCount: files.length,
        byteCount: files.reduce((sum, { size }) => sum + size, 0),
        newestAt: newest > 0 ? new Date(newest).toISOString() : null,
      }
    }),
  )
  return found.filter(({ fileCount }) => fileCount > 0).sort((a, b) => b.byteCount - a.byteCount)
}

/** The folder that Claude Code calls `-home-ada-my-shop`: what is neither letter nor digit is a dash, so the disk has to say which. */
function folderNamed(name: string): string | null {
  let turns = 0
  const below = (folder: string, rest: string): string | null => {
    if (rest === '') return folder
    if (++turns > MOST_TURNS) return null
    for (const entry of foldersIn(folder)) {
      const start = `-${entry.replace(/[^A-Za-z0-9]/g, '-')}`
      if (rest !== start && !rest.startsWith(`${start}-`)) continue
      const found = below(join(folder, entry), rest.slice(start.length))
      if (found !== null) return found
    }
    return null
  }
  return name.startsWith('-') ? below('/', name) : null
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map(({ name }) => name)
      .sort((a, b) => b.length - a.length)
  } catch {
    return []
  }
}
