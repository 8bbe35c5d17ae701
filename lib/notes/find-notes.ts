import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Tree } from './tree.ts'

/** Whose notes a file holds: each agent reads its own. */
export type Reader = 'claude' | 'agents' | 'cursor' | 'copilot' | 'gemini' | 'windsurf' | 'cline'

/** A file of notes for agents. */
export interface NoteFile {
  /** From the repository's root, with slashes; of Claude Code's own memory the absolute path. */
  path: string
  /** Where it lies on disk. */
  at: string
  /** Folder below which it is read, from the root; '' is the root. */
  scope: string
  reader: Reader
  /** Read at the start of every session in the root, rather than when an agent comes to its folder or files. */
  everySession: boolean
  /** Other names of the same file (links). */
  alsoAs: string[]
  text: string
}

/** Largest file of notes that is read, bytes. Ours. */
export const MOST_BYTES = 1_048_576

const KINDS: readonly { reader: Reader; pattern: RegExp }[] = [
  { reader: 'claude', pattern: /^(?<scope>(?:.*\/)?)(?:\.claude\/)?CLAUDE(?:\.local)?\.md$/ },
  { reader: 'claude', pattern: /^(?<scope>(?:.*\/)?)\.claude\/rules\/.*\.md$/ },
  { reader: 'agents', pattern: /^(?<scope>(?:.*\/)?)AGENTS(?:\.override)?\.md$/ },
  { reader: 'cursor', pattern: /^(?<scope>(?:.*\/)?)(?:\.cursorrules|\.cursor\/rules\/.*\.mdc?)$/ },
  { reader: 'copilot', pattern: /^(?<scope>)\.github\/(?:copilot-instructions\.md|instructions\/.*\.instructions\.md)$/ },
  { reader: 'gemini', pattern: /^(?<scope>(?:.*\/)?)GEMINI\.md$/ },
  { reader: 'windsurf', pattern: /^(?<scope>(?:.*\/)?)(?:\.windsurfrules|\.windsurf\/rules\/.*\.md)$/ },
  { reader: 'cline', pattern: /^(?<scope>(?:.*\/)?)\.clinerules(?:\/.*\.(?:md|txt))?$/ },
] // biome-ignore format: one list, read as one

/** What a skill brings along is of the skill, most often somebody else's. */
const IN_A_SKILL = /(?:^|\/)\.\w+\/skills\//

/** True for the path of a file of notes. */
export function isNotes(path: string): boolean {
  return KINDS.some(({ pattern }) => pattern.test(path)) && !IN_A_SKILL.test(path)
}

/** The files of notes in a folder, and Claude Code's own memory of it below `home`. A link is read once; what is too large or no text is left out. */
export async function findNotes(
  { root, paths }: Pick<Tree, 'root' | 'paths'>,
  home: string,
): Promise<NoteFile[]> {
  const files = new Map<string, NoteFile>()
  const named = [...paths].filter(isNotes).sort()
  const isLink = (path: string) => lstatSync(join(root, path)).isSymbolicLink()
  for (const path of [...named.filter((one) => !isLink(one)), ...named.filter(isLink)]) {
    const kind = KINDS.find(({ pattern }) => pattern.test(path))
    const at = join(root, path)
    const text = kind && textAt(at)
    if (!kind || text === undefined) continue
    const real = realpathSync(at)
    const known = files.get(real)
    if (known) {
      known.alsoAs.push(path)
      continue
    }
    const scope = (kind.pattern.exec(path)?.groups?.scope ?? '').replace(/\/$/, '')
    const everySession = scope === '' && isAlwaysRead(path, text)
    files.set(real, { path, at, scope, reader: kind.reader, everySession, alsoAs: [], text })
  }
  return [...files.values(), ...(await ownMemory(root, home))]
}

/** Rules may name the files they are for; then they come with those alone. */
function isAlwaysRead(path: string, text: string): boolean {
  const head = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? ''
  if (/\.mdc$/.test(path)) return /^alwaysApply:\s*true/m.test(head)
  if (/^\.github\/instructions\//.test(path)) return /^applyTo:\s*['"]?\*\*(?:\/\*)?['"]?\s*$/m.test(head)
  return !/^(?:paths|globs):/m.test(head)
}

/** Where Claude Code keeps what it writes down of a folder by itself. */
export function ownMemoryFolder(root: string, home: string): string {
  return join(home, '.claude', 'projects', resolve(root).replace(/[^A-Za-z0-9]/g, '-'), 'memory')
}

/** What Claude Code wrote down about the folder by itself. Of these only MEMORY.md comes with every session. */
async function ownMemory(root: string, home: string): Promise<NoteFile[]> {
  const folder = ownMemoryFolder(root, home)
  if (!existsSync(folder)) return []
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return names.flatMap((name): NoteFile[] => {
    const at = join(folder, name)
    const text = textAt(at)
    if (text === undefined) return []
    const everySession = name === 'MEMORY.md'
    return [{ path: at, at, scope: '', reader: 'claude', everySession, alsoAs: [], text }]
  })
}

function textAt(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > MOST_BYTES) return undefined
  const text = readFileSync(path, 'utf8')
  return text.includes('\0') ? undefined : text
}

/** The text that comes with a file: its own, and what it names by `@path`, once. */
export function textWithImports({ at, text }: NoteFile): string {
  const named = [...text.matchAll(/(?:^|\s)@((?:\.{0,2}\/)?[\w./-]+\.\w+)/g)].map((match) =>
    join(dirname(at), match[1] ?? ''),
  )
  return [text, ...[...new Set(named)].filter((path) => path !== at).map((path) => textAt(path) ?? '')].join(
    '\n',
  )
}
