import type { Memory } from '../detect/detector.ts'
import { risky } from '../detect/detectors/risky.ts'
import { secret } from '../detect/detectors/secret.ts'
import { vague } from '../detect/detectors/vague.ts'
import { wordsOf } from '../extract/mechanism-lexicon.ts'
import { type MemoryEntry, newEntry } from '../memory/entry.ts'
import type { FindingSpan } from '../memory/findings/finding.ts'
import { tokenEstimate } from '../memory/text/words.ts'
import { isItem, saySame, saysNothing } from './agree.ts'
import { contradictionsIn } from './contradict.ts'
import { findNotes, type NoteFile, type Reader, textWithImports } from './find-notes.ts'
import { findGone, type Gone } from './gone.ts'
import { type Note, splitNotes } from './split-notes.ts'
import { treeOnDisk } from './tree.ts'

/** Something said of one note, or of two. */
export interface Said {
  note: Note
  /** The later note of a pair; null of one note. */
  other: Note | null
  sentence: string
}

/** What an audit of a folder's notes found. */
export interface Audit {
  files: NoteFile[]
  notes: Note[]
  contradictions: Said[]
  gone: Gone[]
  same: Said[]
  /** All notes that their file has before word for word, also those that `same` tells as one. */
  repeats: { note: Note; other: Note }[]
  /** Files that are mostly another agent's file of the same folder; most often meant, so no finding. */
  copies: { file: NoteFile; of: NoteFile; count: number }[]
  nothing: Said[]
  risky: Said[]
  secrets: Said[]
  /** Tokens that come with every session of each agent, as characters / 4. */
  tokens: { reader: Reader; count: number }[]
  hasGit: boolean
}

/** Looks at all notes for agents in a folder, and at what Claude Code wrote of it below `home`. Reads only. */
export async function auditNotes(root: string, home: string): Promise<Audit> {
  const tree = await treeOnDisk(root)
  const files = await findNotes(tree, home)
  const notes = files.flatMap(splitNotes)
  const findings = await findingsIn(notes)
  return {
    files,
    notes,
    ...findings,
    gone: await findGone(notes, tree),
    tokens: tokensOf(files),
    hasGit: tree.hasGit,
  }
}

/** Headings under which a note says what not to do. */
const WARNED = /\b(?:don't|do not|never|avoid|forbidden|prohibited|not allowed|anti-?patterns?)\b/i

/** By the detectors of lessons, over the notes as if all were of one category. */
async function findingsIn(notes: readonly Note[]) {
  const told = notes.filter(({ text }) => text !== '')
  const entries = told.map(asEntry)
  const memory: Memory = {
    entries,
    descriptionVectors: [],
    textVectors: [],
    retrievals: [],
    vanilla: new Map(),
  }
  const noteOf = (id: string | null) => told[Number(id?.slice(2))]
  const by = async ({ find }: typeof secret) => {
    const found = await find(memory)
    const faults = Array.isArray(found) ? found : 'faults' in found ? found.faults : []
    return faults.flatMap(({ entryId, otherId, detail }) => {
      const [note, other] = [noteOf(entryId), noteOf(otherId)]
      return note ? [{ note, other: other ?? null, sentence: detail.sentence, spans: detail.spans }] : []
    })
  }
  const filesWith = Map.groupBy(told, ({ text }) => text)
  const isBoilerplate = ({ text }: Note) =>
    new Set(filesWith.get(text)?.map(({ file }) => file)).size >= FEWEST_OF_BOILERPLATE
  const pairs = repeatsIn(told.filter((note) => !isBoilerplate(note)))
  return {
    contradictions: contradictionsIn(told),
    same: sharedAsOne(pairs, notes),
    repeats: pairs.filter(({ note, other }) => note.file === other.file),
    copies: copiesForAgents(told),
    nothing: (await by(vague)).filter(({ note }) => saysNothing(note)),
    risky: (await by(risky)).filter(
      ({ note, spans }) =>
        !WARNED.test(note.context.join(' ')) &&
        !/\b(?:prohibited|forbidden)\b/i.test(note.text) &&
        spans.some((span) => isRun(adviceOf(note), span)),
    ),
    // A word that only mixes letters and signs is everyday in Markdown.
    secrets: (await by(secret)).filter(
      ({ note, sentence }) =>
        !/: a random word\.$/.test(sentence) && (!/: token\.$/.test(sentence) || LONG_VALUE.test(note.text)),
    ),
  }
}

/** In Markdown a word stands behind "token:" more often than a token. */
const LONG_VALUE = /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}/

const adviceOf = ({ text }: Note) => text.replaceAll(/\*\*|__/g, '')

/** Whether a risk stands in a piece of code, as what is to be run; to remove a file of the folder is everyday. */
function isRun(text: string, { field, start, end }: FindingSpan): boolean {
  const isCode = (text.slice(0, start).split('`').length - 1) % 2 === 1
  return field === 'do' && isCode && !/^rm\s+-\w+\s+(?![/~$*])/.test(text.slice(start, end + 8))
}

/** Files from which on a sentence that all have is how such files begin. Ours. */
const FEWEST_OF_BOILERPLATE = 3

/** Notes that two files share, from which on they are told as one: so many, or fewer that are much of the smaller file; and the share from which on the files of two agents are copies. Ours. */
const MANY_SHARED = 8
const FEWEST_SHARED = 3
const MUCH_SHARED = 0.4
const COPY_FROM = 0.6

interface Pair {
  note: Note
  other: Note
}

/** Each note with the first before it that says the same. */
function repeatsIn(notes: readonly Note[]): Pair[] {
  const pairs = [...Map.groupBy(notes, ({ text }) => wordsOf(text).join(' ')).values()].flatMap((alike) =>
    alike.flatMap((other, nth): Pair[] => {
      const note = alike
        .slice(0, nth)
        .find((earlier) => areReadTogether(earlier.file, other.file) && saySame(earlier, other))
      return note ? [{ note, other }] : []
    }),
  )
  // In one file a single paragraph may be meant twice; an item is not, and a run is a section that was put in again.
  const places = new Map(notes.map((note, place) => [note, place]))
  const at = ({ note, other }: Pair) => `${places.get(note)} ${places.get(other)}`
  const found = new Set(pairs.map(at))
  const isIn = ({ note, other }: Pair, by: number) =>
    found.has(`${(places.get(note) ?? 0) + by} ${(places.get(other) ?? 0) + by}`)
  return pairs.filter(
    (pair) =>
      pair.note.file !== pair.other.file ||
      [pair.note, pair.other].every(isItem) ||
      [-2, -1, 0].some((from) => [0, 1, 2].every((by) => isIn(pair, from + by))),
  )
}

/** Pairs of notes; where two places share many, one pair for all. */
function sharedAsOne(pairs: readonly Pair[], notes: readonly Note[]): Said[] {
  const filesOf = ({ note, other }: Pair) => `${note.file.path}\n${other.file.path}`
  return [...Map.groupBy(pairs, filesOf).values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const { note, other } = first
    const isOneFile = note.file === other.file
    const size = Math.min(
      ...[note.file, other.file].map((file) => notes.filter((one) => one.file === file).length),
    )
    const isMuch = of.length >= FEWEST_SHARED && (isOneFile || of.length >= MUCH_SHARED * size)
    if (of.length < MANY_SHARED && !isMuch) return of.map((pair) => ({ ...pair, sentence: '' }))
    const sentence = isOneFile
      ? `${of.length} notes of ${note.file.path} stand in it again; the first of them`
      : `${of.length} notes of ${other.file.path} are in ${note.file.path} too; the first of them`
    return [{ note, other, sentence }]
  })
}

/** Each file that is mostly another agent's file of the same folder, with the number of notes that both have. */
function copiesForAgents(notes: readonly Note[]): Audit['copies'] {
  const files = [...Map.groupBy(notes, ({ file }) => file)].map(([file, of]) => ({
    file,
    texts: new Set(of.map(({ text }) => text)),
  }))
  return files.flatMap(({ file, texts }, nth) => {
    for (const first of files.slice(0, nth)) {
      if (first.file.reader === file.reader || first.file.scope !== file.scope) continue
      const count = [...texts].filter((text) => first.texts.has(text)).length
      if (count >= Math.max(MANY_SHARED, COPY_FROM * Math.min(first.texts.size, texts.size)))
        return [{ file, of: first.file, count }]
    }
    return []
  })
}

/** Whether an agent that has the one may have the other: the same agent's, one folder in the other. */
function areReadTogether(a: NoteFile, b: NoteFile): boolean {
  const holds = (outer: string, inner: string) =>
    outer === '' || inner === outer || inner.startsWith(`${outer}/`)
  return a.reader === b.reader && (holds(a.scope, b.scope) || holds(b.scope, a.scope))
}

/** A note in the shape of a lesson: what it says is the advice. */
function asEntry(note: Note, nth: number): MemoryEntry {
  return newEntry('', {
    id: `n_${nth}`,
    projectId: '',
    category: 'EDIT',
    description: { objective: note.text.slice(0, 400), keywords: [] },
    experience: {
      title: note.text.slice(0, 160),
      kind: 'undetermined',
      when: '',
      do: adviceOf(note),
      because: '',
      check: '',
    },
    extractor: 'notes',
    lifecycle: 'approved',
    revision: 0,
    suppressionKey: '',
  })
}

function tokensOf(files: readonly NoteFile[]): Audit['tokens'] {
  const always = Map.groupBy(
    files.filter(({ everySession }) => everySession),
    ({ reader }) => reader,
  )
  return [...always].map(([reader, of]) => ({
    reader,
    count: of.reduce((sum, file) => sum + tokenEstimate(textWithImports(file)), 0),
  }))
}
