import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { secretsIn } from '../extract/inspect-texts.ts'
import { suppressionKey } from '../extract/suppression-key.ts'
import type { Category } from '../memory/category.ts'
import { type MemoryEntry, newEntry } from '../memory/entry.ts'
import { blame } from './gone.ts'
import type { Edit } from './patch.ts'
import type { Note } from './split-notes.ts'

/** Who wrote the lines of provenance beside an entry, and their shape. */
const BY = 'notes'
const PROVENANCE = /^(?<path>.+):(?<from>\d+)-(?<to>\d+) · (?<mark>[0-9a-f]{16}) · /
/** Flag of an entry whose category nobody said. */
const PREDICTED = 'category predicted'
/** Longest note that fits an entry, characters. */
const MOST_CHARACTERS = 4_000

/** An entry as exports have it, as far as notes need it. */
interface Travelling {
  entry: Pick<MemoryEntry, 'id' | 'lifecycle' | 'experience'>
  notes: { by: string; text: string }[]
}

/** What of notes comes into a memory: an export to import, how many it holds, and the places of notes that stay out. */
interface NotesExport {
  text: string
  count: number
  leftOut: string[]
}

/**
 * Notes as an export of entries: one entry a note, without a run, its place, commit and author beside it, made when git saw its line
 * written. A note that holds a secret or is too long stays out. `nextId` gives ids of entries.
 */
export async function exportOfNotes(
  root: string,
  notes: readonly Note[],
  {
    project,
    categoryOf,
    nextId,
    now,
    tell = () => undefined,
  }: {
    project: string
    categoryOf: (text: string) => Category
    nextId: () => string
    now: Date
    /** Hears how many notes were dated. */
    tell?: (done: number, total: number) => void
  },
): Promise<NotesExport> {
  const written = new Map<string, Awaited<ReturnType<typeof blame>>>()
  let dated = 0
  for (const [path, of] of Map.groupBy(notes, ({ file }) => file.path)) {
    tell(dated, notes.length)
    written.set(path, await blame(root, path))
    dated += of.length
  }
  const kept = notes.filter(
    (note) => adviceOf(note).length <= MOST_CHARACTERS && secretsIn(allOf(note)).length === 0,
  )
  const lines = kept.map((note) => {
    const of = written.get(note.file.path)?.get(note.fromLine)
    const at = of ? `${of.date}T00:00:00.000Z` : now.toISOString()
    const who = of ? `commit ${of.commit.slice(0, 12)} by ${of.author} on ${of.date}` : 'not committed'
    const text = `${note.file.path}:${note.fromLine}-${note.toLine} · ${markOf(note)} · ${who}`
    const entry = entryOf(note, { id: nextId(), at, repo: basename(root), category: categoryOf(note.text) })
    return JSON.stringify({ entry, source: null, origins: [], notes: [{ by: BY, text, createdAt: at }] })
  })
  const head = { loupe: 'entries', version: 1, project, exportedAt: now.toISOString(), count: lines.length }
  const leftOut = notes
    .filter((note) => !kept.includes(note))
    .map(({ file, fromLine }) => `${file.path}:${fromLine}`)
  return { text: [JSON.stringify(head), ...lines, ''].join('\n'), count: lines.length, leftOut }
}

function entryOf(
  note: Note,
  { id, at, repo, category }: { id: string; at: string; repo: string; category: Category },
) {
  const about = [...note.context.slice(-2), note.text].filter((text) => text !== '').join(': ')
  const experience = {
    title: (note.text || about || note.file.path).slice(0, 160),
    kind: 'undetermined' as const,
    when: '',
    do: adviceOf(note),
    because: '',
    check: '',
  }
  const {
    projectId: _p,
    revision: _r,
    episodeId: _e,
    subtaskId: _s,
    ...entry
  } = newEntry(at, {
    id,
    projectId: '',
    category,
    description: { objective: (about || note.file.path).slice(0, 400), keywords: [] },
    experience,
    extractor: 'notes',
    lifecycle: 'approved',
    revision: 0,
    suppressionKey: suppressionKey(category, experience),
    repo,
    flags: [PREDICTED],
  })
  return entry
}

/** What was edited or retired of the entries that came from notes, as edits of the very lines; and what has no line any more. */
export function editsOfEntries(exported: string, notes: readonly Note[]): { edits: Edit[]; lost: string[] } {
  const rows: Travelling[] = exported
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const byMark = Map.groupBy(notes, markOf)
  const placed = new Map<string, Note>()
  const lost: string[] = []
  for (const { entry, notes: beside } of rows) {
    const found = beside.find(({ by }) => by === BY)?.text.match(PROVENANCE)?.groups
    if (!found) continue
    const from = Number(found.from)
    const [nearest] = (byMark.get(found.mark ?? '') ?? []).toSorted(
      (a, b) => Math.abs(a.fromLine - from) - Math.abs(b.fromLine - from),
    )
    if (nearest) placed.set(entry.id, nearest)
    else lost.push(`${found.path}:${found.from}`)
  }
  const said = new Map<Note, string | null>()
  for (const { entry } of rows) {
    const note = placed.get(entry.id)
    if (note) said.set(note, entry.lifecycle === 'retired' ? null : entry.experience.do)
  }
  const edits = [...said].flatMap(([note, text]): Edit[] =>
    text === adviceOf(note) ? [] : [editOf(note, text)],
  )
  return { edits, lost }
}

/** Lines of a note with other words: indent, bullet, borders of a row, fences and ends of lines stay. */
function editOf(note: Note, text: string | null): Edit {
  const { file, fromLine, toLine } = note
  if (text === null) return { file, fromLine, toLine, text: null }
  const lines = file.text.split('\n').slice(fromLine - 1, toLine)
  const [words = '', ...code] = text.split('\n')
  const [before, ...codeBefore] = adviceOf(note).split('\n')
  const inCode = new Set(note.code.map(({ line }) => line))
  const fence = note.code[0] ? note.code[0].line - fromLine - 1 : lines.length
  let head = lines.slice(0, fence)
  if (words !== before) {
    const [first = ''] = head
    const end = first.endsWith('\r') ? '\r' : ''
    const blank = head.findIndex((line) => line.trim() === '')
    const rest = blank === -1 ? [] : head.slice(blank)
    head = [`${prefixOf(first, note)}${words}${/\|\s*$/.test(first) ? ' |' : ''}${end}`, ...rest]
  }
  const tail = lines.slice(fence)
  const isCodeChanged = code.join('\n') !== codeBefore.join('\n')
  const after = isCodeChanged
    ? tail.flatMap((line, nth) => {
        const at = fromLine + fence + nth
        if (!inCode.has(at)) return [line]
        return at === note.code[0]?.line ? code : []
      })
    : tail
  return { file, fromLine, toLine, text: [...head, ...after].join('\n') }
}

function prefixOf(line: string, { text }: Note): string {
  const start = text.slice(0, 12)
  const at = start === '' ? -1 : line.indexOf(start)
  return at === -1 ? '' : line.slice(0, at)
}

/** What a note says to do: its words, then its code. */
function adviceOf({ text, code }: Note): string {
  return [text, ...code.map((line) => line.text)].join('\n')
}

function allOf(note: Note): string {
  return [...note.context, adviceOf(note)].join('\n')
}

/** Mark of a note's own bytes, by which it is found again when lines above it moved. */
function markOf({ file, fromLine, toLine }: Note): string {
  const raw = file.text
    .split('\n')
    .slice(fromLine - 1, toLine)
    .join('\n')
  return createHash('sha256').update(`${file.path}\n${raw}`).digest('hex').slice(0, 16)
}
