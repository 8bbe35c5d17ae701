import { createTwoFilesPatch } from 'diff'
import type { Audit } from './audit.ts'
import type { NoteFile } from './find-notes.ts'
import type { Note } from './split-notes.ts'

/** A change to lines of a file: what stands from a line to another becomes the text, or goes where it is null. */
export interface Edit {
  file: NoteFile
  fromLine: number
  toLine: number
  text: string | null
}

/** What is certain: a later note that repeats an earlier one word for word goes, a path that git saw renamed gets its new name. */
export function safeEdits({ repeats: pairs, gone }: Pick<Audit, 'repeats' | 'gone'>): Edit[] {
  const repeats = pairs.flatMap(({ note, other }) => (isRepeat(note, other) ? [other] : []))
  const isRemoved = (file: NoteFile, line: number) =>
    repeats.some((note) => note.file === file && note.fromLine <= line && line <= note.toLine)
  const removed = repeats.map(({ file, fromLine, toLine }) => ({ file, fromLine, toLine, text: null }))
  const lines = Map.groupBy(
    gone.filter(
      ({ certainty, renamedTo, note, line }) =>
        certainty === 'proven' && renamedTo && !isRemoved(note.file, line),
    ),
    ({ note, line }) => `${note.file.path}:${line}`,
  )
  const renamed = [...lines.values()].flatMap((named): Edit[] => {
    const [first] = named
    if (!first) return []
    const { note, line } = first
    const before = note.file.text.split('\n')[line - 1] ?? ''
    const after = named.reduce((text, { name, renamedTo }) => {
      const parts = text.split(name)
      // Named twice in a line, or from where the note lies: a person sees better what is meant.
      return parts.length === 2 && !name.startsWith('.') ? parts.join(newName(name, renamedTo ?? name)) : text
    }, before)
    return after === before ? [] : [{ file: note.file, fromLine: line, toLine: line, text: after }]
  })
  return [...removed, ...renamed]
}

/** A note may name a file by the end of its path; a bare name stays bare where only the folder changed. */
function newName(name: string, to: string): string {
  return name.includes('/') ? to : (to.split('/').pop() ?? to)
}

function isRepeat(first: Note, again: Note): boolean {
  const words = ({ text, code, context }: Note) =>
    JSON.stringify([text, code.map((line) => line.text), context.at(-1)])
  return first.file === again.file && words(first) === words(again)
}

/** A patch in git's form, of files in the folder alone; empty where nothing changes. Every other byte of a file stays. */
export function patchOf(edits: readonly Edit[]): string {
  const inFolder = edits.filter(({ file }) => file.path !== file.at)
  return [...Map.groupBy(inFolder, ({ file }) => file)].map(([file, of]) => patchOfFile(file, of)).join('')
}

function patchOfFile({ path, text }: NoteFile, edits: readonly Edit[]): string {
  const lines = text.split('\n')
  for (const { fromLine, toLine, text: to } of [...edits].sort((a, b) => b.fromLine - a.fromLine))
    lines.splice(fromLine - 1, toLine - fromLine + 1, ...(to === null ? [] : to.split('\n')))
  return patchOfTexts(path, text, lines.join('\n'))
}

/** A file's way from one text to another in git's form; null = there is no file. Empty where nothing changes. */
export function patchOfTexts(path: string, before: string | null, after: string | null): string {
  if (before === after) return ''
  const [from, to] = [before === null ? '/dev/null' : `a/${path}`, after === null ? '/dev/null' : `b/${path}`]
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, { context: 3 })
  // Without this line git takes a file that comes or goes for one that only changes.
  const head =
    before === null || after === null
      ? `diff --git a/${path} b/${path}\n${before === null ? 'new' : 'deleted'} file mode 100644\n`
      : ''
  return head + patch.slice(patch.indexOf('--- '))
}
