import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A folder as it is on disk, or as it was at a commit. */
export interface Tree {
  root: string
  /** Files from the root, with slashes. Of a repository: what git tracks or would track. */
  paths: ReadonlySet<string>
  /** A file's text; null where there is none. */
  read(path: string): Promise<string | null>
  /** Which of these identifiers stand in the files that are code. */
  withSymbols(names: readonly string[]): Promise<Set<string>>
  /** Which of them it defines. */
  withDefinitions(names: readonly string[]): Promise<Set<string>>
}

/** How long one question to git may take, ms, and the most it may answer, bytes. Ours. */
const PATIENCE_MS = 4_000
const MOST_ANSWER = 256 * 1_048_576
const UNREAD_FOLDERS = new Set([
  'node_modules',
  '.git',
  '.venv',
  'venv',
  'dist',
  'build',
  'target',
  '__pycache__',
])
/** Identifiers are looked for in code: what else may tell of what is gone. */
const NOT_CODE = [
  '*.md',
  '*.mdx',
  '*.mdc',
  '*.txt',
  '*.rst',
  '*.ipynb',
  '*.lock',
  '*lock.json',
  '*lock.yaml',
  '*.svg',
  '*.jsonl',
]

/**
 * What git says; null where it says nothing, is missing or takes too long. Only reads: settings of the repository by which git
 * would start another program are off.
 */
export async function git(root: string, args: readonly string[], input?: string): Promise<string | null> {
  const safe = [
    '-C',
    root,
    '--no-pager',
    '-c',
    'core.fsmonitor=false',
    '-c',
    'core.quotePath=false',
    '-c',
    'diff.external=',
  ]
  const asked = run('git', [...safe, ...args], {
    timeout: PATIENCE_MS,
    maxBuffer: MOST_ANSWER,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' },
  })
  asked.child.stdin?.on('error', () => {}).end(input ?? '')
  try {
    return (await asked).stdout
  } catch (error) {
    // `git grep` and `git check-ignore` end with 1 when they find nothing.
    return error instanceof Error && 'code' in error && error.code === 1 && 'stdout' in error
      ? String(error.stdout)
      : null
  }
}

/** The folder as it is. Without git every file but those of installed packages and builds. */
export async function treeOnDisk(root: string): Promise<Tree & { hasGit: boolean }> {
  const listed = await git(root, ['ls-files', '-z', '-co', '--exclude-standard', '--deduplicate'])
  const paths =
    listed === null
      ? await walk(root)
      : listed.split('\0').filter((path) => path !== '' && isThere(join(root, path)))
  return {
    root,
    hasGit: listed !== null,
    paths: new Set(paths),
    read: async (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
    withSymbols: (names) => symbolsIn(root, ['--untracked'], names),
    withDefinitions: (names) => definitionsIn(root, ['--untracked'], names),
  }
}

/** A link that leads nowhere is there, as it was for whoever wrote the note. */
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** The folder as it was at a commit; null where git cannot say. */
export async function treeAt(root: string, commit: string): Promise<Tree | null> {
  const listed = await git(root, ['ls-tree', '-r', '-z', '--name-only', commit])
  if (listed === null) return null
  return {
    root,
    paths: new Set(listed.split('\0').filter((path) => path !== '')),
    read: (path) => git(root, ['show', '--no-textconv', `${commit}:./${path}`]),
    withSymbols: (names) => symbolsIn(root, [commit], names),
    withDefinitions: (names) => definitionsIn(root, [commit], names),
  }
}

/** Words before a name that define it; or it stands first in its line, before a sign, as in a class or a schema. */
const DEFINES =
  /\b(?:class|def|func|fn|function|const|let|var|val|type|interface|struct|enum|message|rpc|trait|object|record|module|static|mutation|query)\s+(?:\([^)]*\)\s*)?(\w+)|^\s*(?:(?:public|private|protected|static|async|override|export|readonly|get|set|final|suspend)\s+)*(\w+)\s*[(:=?<]/g

async function symbolsIn(
  root: string,
  where: readonly string[],
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const found = await grep(root, ['-o', '-w', '-E', '-e', `(${names.join('|')})`], where)
  // What could not be looked for counts as there.
  return new Set(found ?? names)
}

async function definitionsIn(
  root: string,
  where: readonly string[],
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const lines = await grep(root, ['-w', '-E', '-e', `(${names.join('|')})`], where)
  const defined = new Set(
    (lines ?? []).flatMap((line) => [...line.matchAll(DEFINES)].map(([, a, b]) => a ?? b)),
  )
  return new Set(names.filter((name) => defined.has(name)))
}

/** Lines of the files that are code; null where git cannot say. */
async function grep(
  root: string,
  asked: readonly string[],
  where: readonly string[],
): Promise<string[] | null> {
  const left = NOT_CODE.map((pattern) => `:(exclude)${pattern}`)
  const found = await git(root, ['grep', '-I', '-h', ...asked, ...where, '--', '.', ...left])
  return found?.split('\n').filter((line) => line !== '') ?? null
}

async function walk(root: string, folder = root): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const below = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return UNREAD_FOLDERS.has(entry.name) ? [] : await walk(root, path)
      return entry.isFile() || entry.isSymbolicLink() ? [relative(root, path).replaceAll(sep, '/')] : []
    }),
  )
  return below.flat()
}
