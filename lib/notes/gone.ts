import { existsSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { commandsOf, packagesOf } from './declared.ts'
import { type Reference, referencesOf } from './references.ts'
import type { Note } from './split-notes.ts'
import { git, type Tree, treeAt } from './tree.ts'

/** Something that a note names and that is not there any more. */
export interface Gone extends Reference {
  note: Note
  /** proven: git saw it go after the line was written, and the note names it as a part of the repository. doubtful: it is not there. */
  certainty: 'proven' | 'doubtful'
  /** What became of it, for a person. */
  sentence: string
  /** Where git says it went; null where it does not. */
  renamedTo: string | null
}

/** Words by which a name is an example of how things are named. */
const AS_EXAMPLE =
  /\be\.g\.|\b(?:for example|such as|like|naming|named|conventions?|format|(?:snake|kebab|camel|pascal)[_-]?case)\b|\bexamples?:|\bname (?:the )?(?:files?|tests?|folders?)\b|✅ DO/i
/** Words by which a note expects that the thing may not be there, or is to be written. */
const MAY_BE_MISSING =
  /\b(?:if|when|once|unless|where|until)\b[^.;:]*``[^.;:]{0,30}\b(?:exists?|present|found|missing|empty)\b|``\s*\((?:only )?if\b|\b(?:writ\w+|sav\w+|outputs?|generat\w+)\b[^.;:]*\b(?:to|in|into) ``/i
/** Words by which a note tells itself that the thing is gone, or that it is not there yet. */
const TOLD =
  /\b(?:removed|deleted|no longer|renamed|formerly|used to be|replaced|deprecated|obsolete|migrated|gone|dropped|retired|former|superseded|discontinued)\b|~~|``\s*(?:→|->)\s*``/i
const MEANT_FOR_LATER =
  /\b(?:creat\w+|add\w*|new|will|planned|todo|future|generat\w+|output\w*|writ\w+|e\.g\.|for example|such as|like|optional\w*|if (?:it )?exists?|not exist|don't|do not|never|avoid|local|upstream|instead)\b/i
const OF_THE_PAST =
  /\b(?:recent changes|changelog|history|completed|archive|lessons learned|migration|fixed|resolved)\b|已修[復复]/i
/** Words by which a file comes and goes: it is made by a run or a task, is a person's own, or may be missing. */
const MADE =
  /\b(?:creat\w+|generat\w+|writ\w+|sav(?:e[sd]?|ing)|outputs?|emit\w*|produc\w+|stor(?:e[sd]?|ing)|logs?|dump\w*|archiv\w+|temporar\w+|scratch|ephemeral|local|optional\w*|present|available|might|propos\w+|planned|todo|upcoming)\b|生成|[输輸]出|[创創]建|新建|[写寫]入|保存|작성|생성/i
/** Words by which a name is told of as a former one. */
const FORMER =
  /\b(?:was|were|legacy|moved|old|previous\w*|historic\w*|any ?more)\b|已(?:移除|[删刪]除|[废廢][弃棄])|삭제|削除|廃止/i
/** Files of words and data: these are written and deleted as work goes on. */
const DOCUMENT = /\.(?:mdx?|mdc|txt|json[c5l]?|lock|env|log|csv|xml)$/i
const WORK_OF_A_TASK =
  /(?:^|[/_.-])(?:plans?|todos?|reports?|propos\w+|sessions?|state|drafts?|te?mp|outputs?|results?|audits?|scratch|hand-?offs?|progress|status|logs?|backlog|tasks?|specs?|adrs?|notes?|summar\w+)(?=[/_.-]|$)/i
const OWN_OF_A_PERSON = /(?:^|\/)\.(?:env|vscode|idea|mcp\.json)|\.local\b|\.example$/i
/** Runners whose commands all stand in files that are looked through. */
const WHOLE_RUNNERS: readonly string[] = ['npm', 'make', 'just']

/** Headings of examples of what not to write. */
const AS_WRONG = /❌|\b(?:wrong|incorrect|bad|anti-?patterns?)\b|反面|[錯错][誤误]/i

/** Everything that notes name and that is gone from the folder; what cannot be looked up is left out. */
export async function findGone(
  notes: readonly Note[],
  now: Tree & { hasGit: boolean },
  writing: typeof writtenIn = writtenIn,
): Promise<Gone[]> {
  const named = notes.flatMap((note) => referencesOf(note).map((reference) => ({ ...reference, note })))
  const missing = await withoutIgnored(await notIn(now, named), now.root)
  if (!now.hasGit)
    return missing.filter((one) => isPlainlyMeant(one, now)).map((one) => doubtful(one, 'not in the folder'))
  const until = performance.now() + HISTORY_MS
  const written = await writing(missing, now.root, until)
  const gone: Gone[] = []
  const unsure: Named[] = []
  await atOnce([...Map.groupBy(missing, (one) => written(one)?.commit ?? '')], async ([commit, ofCommit]) => {
    const isLate = performance.now() > until
    const then = commit === '' || isLate ? null : await treeAt(now.root, commit)
    const absent = new Set<Named>(then ? await notIn(then, ofCommit) : ofCommit)
    if (then) for (const one of await onlyUsed(then, ofCommit)) absent.add(one)
    for (const one of ofCommit) {
      const at = written(one)
      if (absent.has(one) || !at || tellsSo(one)) unsure.push(one)
      else
        gone.push({
          ...one,
          certainty: 'proven',
          sentence: `there when the line was written (${at.commit.slice(0, 8)}, ${at.date}), not now`,
          renamedTo: null,
        })
    }
  })
  gone.push(
    ...unsure.filter((one) => isPlainlyMeant(one, now)).map((one) => doubtful(one, 'not in the repository')),
  )
  const [oldest] = gone.flatMap((one) => written(one)?.date ?? []).sort()
  return await withFates(gone, now, oldest, until + FATES_MS)
}

/** How long the history is looked through, ms; what is left over is not proven. Ours. */
const HISTORY_MS = 4_000
/** How long after that what became of files is looked for, ms. */
const FATES_MS = 3_000
/** Questions to git under way at once. Ours. */
const AT_ONCE = 4

async function atOnce<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}

type Named = Reference & { note: Note }

function doubtful(one: Named, why: string): Gone {
  return { ...one, certainty: 'doubtful', sentence: why, renamedTo: null }
}

/** What of it a tree does not have: a path by its end, a command by any file that declares commands of its runner. */
async function notIn<T extends Named>(tree: Tree, named: readonly T[]): Promise<T[]> {
  const commands = await commandsOf(tree, new Set(named.map(({ runner }) => runner)))
  const packages = named.some(({ kind }) => kind === 'package') ? await packagesOf(tree) : new Set<string>()
  const symbols = await tree.withSymbols([
    ...new Set(named.flatMap(({ kind, name }) => (kind === 'symbol' ? [name] : []))),
  ])
  const { root } = tree
  return named.filter(({ kind, name, runner, note }) => {
    if (kind === 'file') {
      // With a slash before it a name is a path from the root or from the note's folder, or a web address: no end of another path.
      const isIn = name.startsWith('/') ? beginsIn(tree, name, note) : endsIn(tree, plain(name))
      return plain(name) !== basename(root) && !isIn && !existsAs(name, note, tree)
    }
    if (kind === 'command') return !commands.get(runner)?.has(name)
    if (kind === 'package') return !packages.has(name)
    return !symbols.has(name) && !endsIn(tree, name)
  })
}

/** Symbols in mixed letters that the tree uses and does not define: they are the platform's, or a package's. */
async function onlyUsed(tree: Tree, named: readonly Named[]): Promise<Named[]> {
  const mixed = named.filter(
    ({ kind, name }) => kind === 'symbol' && /[A-Z]/.test(name) && /[a-z]/.test(name),
  )
  const defined = await tree.withDefinitions([...new Set(mixed.map(({ name }) => name))])
  return mixed.filter(({ name }) => !defined.has(name))
}

function existsAs(name: string, note: Note, { root, paths }: Tree): boolean {
  const beside = posix.normalize(posix.join(posix.dirname(note.file.path), name))
  return paths.has(beside) || [name, beside].some((path) => existsSync(join(root, path)))
}

const listings = new WeakMap<Tree, string>()

/** Every path of a tree between slashes, a line each. */
function listingOf(tree: Tree): string {
  const listing = listings.get(tree) ?? ['', ...tree.paths].map((path) => `/${path}/`).join('\n')
  listings.set(tree, listing)
  return listing
}

/** Whether a name is the end of a path or of a folder, with its extension or without. */
function endsIn(tree: Tree, name: string): boolean {
  return [`/${name}/`, `/${name}.`].some((piece) => listingOf(tree).includes(piece))
}

function beginsIn(tree: Tree, name: string, note: Note): boolean {
  return ['', posix.dirname(note.file.path)].some((folder) => {
    const path = posix.join('/', folder, plain(name))
    return [`\n${path}/`, `\n${path}.`].some((piece) => listingOf(tree).includes(piece))
  })
}

function plain(path: string): string {
  return path.replace(/^(?:\.{1,2}\/)+/, '').replace(/^\/|\/$/g, '')
}

async function withoutIgnored<T extends Named>(named: readonly T[], root: string): Promise<T[]> {
  // With its slash: a pattern for folders says nothing of a name that is not there.
  const asFolder = (name: string) => `${plain(name)}${name.endsWith('/') ? '/' : ''}`
  const asked = named.filter(({ kind }) => kind === 'file').map(({ name }) => asFolder(name))
  const told =
    asked.length === 0
      ? null
      : await git(root, ['check-ignore', '--no-index', '--stdin', '-z'], asked.join('\0'))
  const ignored = new Set((told ?? '').split('\0'))
  return named.filter(({ kind, name }) => kind !== 'file' || !ignored.has(asFolder(name)))
}

/** The commit and day in which a line got its words. */
async function writtenIn(named: readonly Named[], root: string, until: number) {
  const lines = new Map<string, { commit: string; date: string }>()
  await atOnce([...new Set(named.map(({ note }) => note.file.path))], async (path) => {
    if (performance.now() > until) return
    for (const [line, of] of await blame(root, path)) lines.set(`${path}:${line}`, of)
  })
  return ({ note, line }: Named) => lines.get(`${note.file.path}:${line}`)
}

/** Who wrote each line of a file, when, and in which commit; nothing of lines that are not committed. */
export async function blame(root: string, path: string) {
  const lines = new Map<number, { commit: string; date: string; author: string }>()
  const told = await git(root, ['blame', '-w', '--line-porcelain', '--', path])
  let [commit, line, date, author] = ['', 0, '', '']
  for (const row of (told ?? '').split('\n')) {
    const head = /^([0-9a-f]{40}) \d+ (\d+)/.exec(row)
    if (head) [commit, line] = [head[1] ?? '', Number(head[2])]
    else if (row.startsWith('author ')) author = row.slice(7)
    else if (row.startsWith('author-time '))
      date = new Date(1000 * Number(row.slice(12))).toISOString().slice(0, 10)
    else if (row.startsWith('\t') && !/^0+$/.test(commit)) lines.set(line, { commit, date, author })
  }
  return lines
}

/** The words of its line, without pieces of code. */
function wordsAbout({ note, line }: Named): string {
  return (note.file.text.split('\n')[line - 1] ?? '').replace(/`[^`]*`/g, '``')
}

/** Words before a name by which a note says to do without it. */
const DENIED = /\b(?:never|not|don't|avoid|no|without|instead of|rather than|banned?|forbidden)\b[^.;:]*$/i

/** The same of a file: it is to stay away only where it is not to be made. */
const NOT_TO_BE_MADE =
  /\b(?:never|not|don't|avoid|no)\b[^.;:]*\b(?:add|(?:re)?creat\w+|(?:re)?introduc\w+|restor\w+|bring back)\b[^.;:]*$/i

/** What the note says before a name. */
function before({ name, note, line }: Named): string {
  const written = note.code.some((one) => one.line === line) ? '' : note.text.replace(/\*\*/g, '')
  // As a piece of its own: a longer name may begin with it.
  const piece = written.indexOf(`\`${name}\``)
  return written.slice(0, Math.max(0, piece === -1 ? written.indexOf(name) : piece))
}

/** A name that the note forbids is meant to be gone. */
function isForbidden(one: Named): boolean {
  return (one.kind === 'file' ? NOT_TO_BE_MADE : DENIED).test(before(one))
}

function tellsSo(one: Named): boolean {
  return (
    isForbidden(one) ||
    // A path in a block of code is most often an example.
    (one.kind === 'file' && one.note.code.some(({ line }) => line === one.line)) ||
    MAY_BE_MISSING.test(wordsAbout(one)) ||
    TOLD.test(wordsAbout(one)) ||
    AS_EXAMPLE.test(wordsAbout(one)) ||
    [OF_THE_PAST, AS_WRONG].some((pattern) => pattern.test(one.note.context.join(' ')))
  )
}

/** A path into a folder that is there, or a command of a runner that declares others: what else was meant? */
function isPlainlyMeant(one: Named, { paths }: Tree): boolean {
  const { kind, name, runner } = one
  if (tellsSo(one) || MEANT_FOR_LATER.test([...one.note.context, wordsAbout(one)].join(' '))) return false
  if (kind === 'command') return runner === 'npm' && paths.has('package.json')
  if (kind !== 'file' || !/^[^[\]]*\/[^[\]]*\.\w+$/.test(plain(name))) return false
  const top = `${plain(name).split('/')[0]}/`
  return [...paths].some((path) => path.startsWith(top))
}

interface Deletion {
  commit: string
  date: string
  path: string
}

/** Adds in which commit a path was deleted or renamed, newest first; what git did not see go as the note means it is doubtful. */
async function withFates(
  gone: readonly Gone[],
  { root }: Tree,
  since = '',
  until = Infinity,
): Promise<Gone[]> {
  const deletions = gone.some(({ kind }) => kind === 'file') ? await deletionsIn(root, since) : []
  const renames = new Map<string, Map<string, string>>()
  const known: Gone[] = []
  for (const one of gone) {
    const path = plain(one.name)
    const fates =
      one.kind === 'file' ? deletions.filter((each) => `/${each.path}/`.includes(`/${path}/`)) : []
    const [fate] = fates
    if (fate && !renames.has(fate.commit) && performance.now() < until)
      renames.set(fate.commit, await renamesIn(root, fate.commit))
    const to = fate ? (renames.get(fate.commit)?.get(fate.path) ?? null) : null
    const isWhole =
      fate !== undefined &&
      to !== null &&
      (fate.path === path || fate.path.endsWith(`/${path}`)) &&
      existsSync(join(root, to))
    const what = isWhole ? `renamed to ${to}` : 'deleted'
    const renamedTo = isWhole ? from(fate.path.slice(0, -path.length), to) : null
    known.push({
      ...one,
      ...(fate ? { sentence: `${what} in ${fate.commit.slice(0, 8)} on ${fate.date}` } : {}),
      renamedTo,
      certainty:
        one.certainty === 'proven' &&
        (!fate || renames.has(fate.commit)) &&
        isCertain({ ...one, renamedTo }, fates)
          ? 'proven'
          : 'doubtful',
    })
  }
  return known
}

async function deletionsIn(root: string, since: string): Promise<Deletion[]> {
  const told = await git(root, [
    'log',
    // The day before: dates of authors and of commits differ.
    ...(since === '' ? [] : [`--since=${new Date(Date.parse(since) - 86_400_000).toISOString()}`]),
    '--no-renames',
    '--diff-filter=D',
    '--name-only',
    '--relative',
    '--format=%x00%H %cs',
  ])
  return (told ?? '').split('\0').flatMap((piece) => {
    const [head = '', ...paths] = piece.split('\n').filter((line) => line !== '')
    const [commit = '', date = ''] = head.split(' ')
    return paths.map((path) => ({ commit, date, path }))
  })
}

/** Whether the line should be mended for certain. Of symbols, packages, bare names and files that work leaves behind too few were right. */
function isCertain(one: Gone, fates: readonly Deletion[]): boolean {
  const { kind, runner, name, note, renamedTo } = one
  const around = [...note.context, note.text.replace(/`[^`]*`/g, '``').replace(/\S+\/\S+/g, ' ')].join(' ')
  if (TOLD.test(around) || FORMER.test(around) || DENIED.test(before(one))) return false
  if (kind === 'command') return WHOLE_RUNNERS.includes(runner)
  if (kind !== 'file' || fates.length === 0) return false
  const path = plain(name)
  if (OWN_OF_A_PERSON.test(path) || AS_EXAMPLE.test(around)) return false
  if (renamedTo !== null) return true
  if (!path.includes('/') && !name.endsWith('/')) return false
  // Elsewhere in the tree the same end may be of another file.
  const whole = new Set(
    fates.map((each) => each.path.slice(0, `/${each.path}/`.indexOf(`/${path}/`) + path.length)),
  )
  const beside = posix.normalize(posix.join(posix.dirname(note.file.path), name)).replace(/\/$/, '')
  if (whole.size > 1 && !whole.has(path) && !whole.has(beside)) return false
  if (name.endsWith('/')) return fates.some((each) => !DOCUMENT.test(each.path)) && !MADE.test(around)
  if (!/\.\w+$/.test(path)) return false
  if (!DOCUMENT.test(path)) return !/\b(?:auto-?)?generated\b/i.test(around)
  // What was deleted more than once is made again and again.
  return fates.length === 1 && !MADE.test(around) && !WORK_OF_A_TASK.test(path)
}

/** A path as the note would name it: from the same folder, where the file stayed below it. */
function from(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : path
}

async function renamesIn(root: string, commit: string): Promise<Map<string, string>> {
  const told = await git(root, [
    'show',
    '-M',
    '-l2000',
    '--relative',
    '--diff-filter=R',
    '--name-status',
    '-z',
    '--format=',
    '--no-ext-diff',
    commit,
  ])
  const words = (told ?? '').split('\0')
  const renames = new Map<string, string>()
  for (let at = 0; at + 2 < words.length; at += 3) renames.set(words[at + 1] ?? '', words[at + 2] ?? '')
  return renames
}
