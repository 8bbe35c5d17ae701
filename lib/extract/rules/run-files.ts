import { speaks } from '../../memory/rule.ts'
import { matchesOf } from '../../memory/text/matches-of.ts'
import {
  type CommandKind,
  KNOWN_ROOT_FILE,
  REWRITES,
  SCRATCH_FOLDER,
  TEST_PATHS,
} from './tables/command-rules.ts'

/** What has happened so far; carried from step to step. */
export interface RunState {
  sourceEdited: boolean
  /** Files the agent made itself for trying things. */
  scratch: Set<string>
  /** Folders it made for trying things. */
  scratchFolders: Set<string>
  /** Scratch scripts whose body writes to source files. */
  editScripts: Set<string>
  /** Files of the repository of which it keeps a copy outside. */
  copied: Set<string>
  /** Files that were read before, so that writing them is an edit. */
  seen: Set<string>
  /** File shown in SWE-agent's window. */
  openFile: string | null
}

/** Before the first step. */
export const newRunState = (): RunState => ({
  sourceEdited: false,
  scratch: new Set(),
  scratchFolders: new Set(),
  editScripts: new Set(),
  copied: new Set(),
  seen: new Set(),
  openFile: null,
})

/** What one step's commands were found to do, in their order. */
export type Found = CommandKind[]

/** True for a script that writes, and names a file that is not its own output. */
export function rewritesSource(body: string, state: RunState): boolean {
  if (!speaks([REWRITES], body)) return false
  return pathsIn(body).some(
    (path) => (path.includes('/') || state.seen.has(path)) && !isScratch(path, state) && !isTestPath(path),
  )
}

/** Notes that a file is written, as what it is: of the project, of its tests, or the agent's own. */
export function writeFile(path: string, body: string, state: RunState, found: Found): void {
  const clean = normalPath(path)
  if (clean !== '' && isScratch(clean, state)) {
    state.scratch.add(clean)
    if (rewritesSource(body, state)) {
      state.editScripts.add(clean)
      found.push('source-write')
    } else {
      state.editScripts.delete(clean)
      found.push('scratch-write')
    }
  } else if (isTestPath(clean)) found.push(state.seen.has(clean) ? 'test-edit' : 'test-write')
  else found.push('source-write')
}

/** A file the agent made to try things: its own before, in a temporary or self-made folder, or an unseen one in the root. */
export function isScratch(path: string, state: RunState): boolean {
  const clean = normalPath(path)
  if (clean === '') return false
  if (isOwnFile(clean, state) || /^\/?(tmp|var\/tmp)\//.test(clean)) return true
  if (!isRootFile(clean)) return speaks([SCRATCH_FOLDER], clean)
  return !state.seen.has(clean) && !speaks([KNOWN_ROOT_FILE], clean)
}

/** True for what the agent made before, and for all in a folder that it made. */
export function isOwnFile(path: string, state: RunState): boolean {
  return path !== '' && (state.scratch.has(path) || state.scratchFolders.has(path.split('/')[0] ?? ''))
}

/** Notes that a folder is made, where it is for trying things. */
export function noteFolder(path: string, state: RunState): void {
  const top = normalPath(path).split('/')[0] ?? ''
  if (speaks([SCRATCH_FOLDER], top)) state.scratchFolders.add(top)
}

export function isTestPath(path: string): boolean {
  return speaks(TEST_PATHS, path)
}

function isRootFile(path: string): boolean {
  return path !== '' && !path.includes('/')
}

/** Notes that a file has been looked at. */
export function note(path: string | null | undefined, state: RunState): void {
  if (path && !isOwnFile(normalPath(path), state)) state.seen.add(normalPath(path))
}

/** Without the working folder in front, so that `/testbed/a.py`, `./a.py` and `a.py` are one file. */
export function normalPath(path: string): string {
  return path
    .replace(/^["']|["']$/g, '')
    .replace(/^(\/testbed|\/workspace\/[^/]+|\/repo|\/app|\/[a-z0-9-]+__[A-Za-z0-9._-]+)\//, '')
    .replace(/^\.\//, '')
}

/** True for `a.py`, not for `a`. */
export function hasExtension(path: string): boolean {
  return /\.[a-z0-9]{1,6}$/i.test(path)
}

/** The path that a tool's input names, as a field or in its text. */
export function pathIn(text: string): string | null {
  const fields = jsonFields(text)
  return fields?.path ?? fields?.file_path ?? fields?.notebook_path ?? pathsIn(text)[0] ?? null
}

/** What looks like the path of a file of code or text, in order. */
export function pathsIn(text: string): string[] {
  return [
    ...matchesOf(
      text,
      /[\w./-]{1,200}\.(?:pyx?|pyi|js|jsx|ts|tsx|go|rs|java|rb|php|c|h|cpp|cfg|toml|ini|rst|md|txt|html|json|ya?ml|po)\b/g,
    ),
  ].map((m) => normalPath(m[0]))
}

/** The texts of a JSON object by name; null where the text is none. */
export function jsonFields(text: string): Record<string, string> | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return null
    return Object.fromEntries(
      Object.entries(parsed).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    )
  } catch {
    return null // not JSON after all: read as a command line
  }
}
