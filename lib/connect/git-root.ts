import { readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'

/** Folder of the main working tree of the repository that `cwd` lies in; null outside of one. A linked worktree belongs to its main one. */
export function findGitRoot(cwd: string): string | null {
  if (!isAbsolute(cwd)) return null
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const root = rootAt(folder)
    if (root !== null) return root
    if (dirname(folder) === folder) return null
  }
}

function rootAt(folder: string): string | null {
  const path = join(folder, '.git')
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return null
  if (found.isDirectory()) return folder
  // `gitdir: /repo/.git/worktrees/name`; a submodule's file leads to .git/modules and is a repository of its own.
  const linked = /^gitdir: (.+)\/\.git\/worktrees\/[^/]+\s*$/.exec(readFileSync(path, 'utf8'))?.[1]
  return linked ? resolve(folder, linked) : folder
}
