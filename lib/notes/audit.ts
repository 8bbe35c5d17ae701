import type { Memory } from '../detect/detector.ts'
import { contradiction } from '../detect/detectors/contradiction.ts'
import { risky } from '../detect/detectors/risky.ts'
import { secret } from '../detect/detectors/secret.ts'
import { vague } from '../detect/detectors/vague.ts'
import { compareByWords } from '../detect/word-vectors.ts'
import { wordsOf } from '../extract/mechanism-lexicon.ts'
import { type MemoryEntry, newEntry } from '../memory/entry.ts'
import type { FindingSpan } from '../memory/findings/finding.ts'
import { tokenEstimate } from '../memory/text/words.ts'
import { mayOppose, sayOpposite, saySame, saysNothing } from './agree.ts'
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
  const by = async ({ find }: typeof secret, among: Memory = memory) => {
    const found = await find(among)
    const faults = Array.isArray(found) ? found : 'faults' in found ? found.faults : []
    return faults.flatMap(({ entryId, otherId, detail }) => {
      const [note, other] = [noteOf(entryId), noteOf(otherId)]
      return note ? [{ note, other: other ?? null, sentence: detail.sentence, spans: detail.spans }] : []
    })
  }
  // Vectors of all notes would take most of the time, and few notes forbid anything.
  const opposing = new Set(mayOppose(told))
  const opposed = await compareByWords(entries.filter((_, place) => opposing.has(told[place] as Note)))
  const filesWith = Map.groupBy(told, ({ text }) => text)
  const isBoilerplate = ({ text }: Note) =>
    new Set(filesWith.get(text)?.map(({ file }) => file)).size >= FEWEST_OF_BOILERPLATE
  return {
    contradictions: (await by(contradiction, { ...memory, ...opposed })).filter(
      ({ note, other }) =>
        other !== null && areReadTogether(note.file, other.file) && sayOpposite(note, other),
    ),
    same: copiesAsOne(repeatsIn(told.filter((note) => !isBoilerplate(note))), notes),
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

/** Notes that two files share, from which on one is a copy of the other, and the share of the smaller file. Ours. */
const FEWEST_OF_COPY = 8
const COPY_FROM = 0.4

/** Each note with the first before it that says the same. */
function repeatsIn(notes: readonly Note[]): Said[] {
  return [...Map.groupBy(notes, ({ text }) => wordsOf(text).join(' ')).values()].flatMap((alike) =>
    alike.flatMap((other, nth): Said[] => {
      const note = alike
        .slice(0, nth)
        .find((earlier) => areReadTogether(earlier.file, other.file) && saySame(earlier, other))
      return note ? [{ note, other, sentence: '' }] : []
    }),
  )
}

/** Pairs of notes; where one file is a copy of another, one pair for all. */
function copiesAsOne(pairs: readonly Said[], notes: readonly Note[]): Said[] {
  const filesOf = ({ note, other }: Said) => `${note.file.path}\n${other?.file.path}`
  return [...Map.groupBy(pairs, filesOf).values()].flatMap((of) => {
    const [first] = of
    if (!first?.other || first.note.file === first.other.file) return of
    const { note, other } = first
    const size = Math.min(
      ...[note.file, other.file].map((file) => notes.filter((one) => one.file === file).length),
    )
    if (of.length < FEWEST_OF_COPY || of.length < COPY_FROM * size) return of
    return [
      {
        note,
        other,
        sentence: `${of.length} notes of ${other.file.path} are in ${note.file.path} too; the first of them`,
      },
    ]
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
