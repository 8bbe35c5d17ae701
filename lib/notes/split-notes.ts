import type { NoteFile } from './find-notes.ts'

/** One thing a file of notes says, with its place. */
export interface Note {
  file: NoteFile
  /** Lines from 1, the last included; a block of code belongs to the note above it. */
  fromLine: number
  toLine: number
  /** Headings, bold lines and parent items above it, outermost first. */
  context: string[]
  /** What it says, without bullet, on one line. */
  text: string
  /** Lines of its blocks of code, with their place in the file. */
  code: { line: number; text: string }[]
}

const FENCE = /^\s*(`{3,}|~{3,})/
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/
const ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/
const BOLD_LINE = /^\s*(?:\*\*|__)([^*_]+?):?(?:\*\*|__):?\s*$/
const TABLE_ROW = /^\s*\|(.+)\|\s*$/

interface Parents {
  headings: { level: number; text: string }[]
  bold: string | null
  items: { indent: number; text: string }[]
}

/** The notes of a file: an item, a row of a table, a paragraph; headings and what introduces a list are their context. */
export function splitNotes(file: NoteFile): Note[] {
  const lines = file.text.split('\n').map((line) => line.replace(/\r$/, ''))
  const notes: Note[] = []
  const above: Parents = { headings: [], bold: null, items: [] }
  let open: Note | null = null
  /** The paragraph or item above, which a block of code may belong to. */
  let last: Note | null = null
  const begin = (line: number, text: string): Note => {
    const context = [
      ...above.headings.map((one) => one.text),
      ...(above.bold ? [above.bold] : []),
      ...above.items.map((one) => one.text),
    ]
    const note = { file, fromLine: line, toLine: line, context, text, code: [] }
    notes.push(note)
    last = note
    return note
  }
  for (let at = afterHead(lines); at < lines.length; at++) {
    const line = lines[at] ?? ''
    const fence = FENCE.exec(line)?.[1]
    if (fence !== undefined) {
      const end = endOfFence(lines, at, fence)
      const note: Note = last ?? begin(at + 1, '')
      for (let inside = at + 1; inside < end; inside++)
        note.code.push({ line: inside + 1, text: lines[inside] ?? '' })
      note.toLine = Math.min(end, lines.length - 1) + 1
      at = end
      open = null
      continue
    }
    if (/^\s*<!--/.test(line)) {
      while (at < lines.length && !(lines[at] ?? '').includes('-->')) at++
      open = null
      continue
    }
    const heading = HEADING.exec(line)
    if (heading) {
      const level = heading[1]?.length ?? 1
      above.headings = [
        ...above.headings.filter((one) => one.level < level),
        { level, text: heading[2] ?? '' },
      ]
      Object.assign(above, { bold: null, items: [] })
      open = last = null
      continue
    }
    const bold = BOLD_LINE.exec(line)
    if (bold && open === null) {
      Object.assign(above, { bold: bold[1] ?? '', items: [] })
      last = null
      continue
    }
    if (line.trim() === '' || /^\s*(?:[-*_]\s*){3,}$/.test(line)) {
      open = null
      continue
    }
    const item = ITEM.exec(line)
    if (item) {
      const indent = (item[1] ?? '').replaceAll('\t', '    ').length
      above.items = above.items.filter((one) => one.indent < indent)
      open = begin(at + 1, item[2] ?? '')
      above.items.push({ indent, text: item[2] ?? '' })
      continue
    }
    const row = TABLE_ROW.exec(line)
    if (row) {
      const isHead = /^\s*\|[\s:|-]+\|\s*$/.test(lines[at + 1] ?? '')
      open = null
      if (isHead) at++
      else begin(at + 1, (row[1] ?? '').trim())
      continue
    }
    if (open) {
      open.text = `${open.text} ${line.trim()}`.trim()
      open.toLine = at + 1
    } else {
      if (!/^\s{2,}/.test(line)) above.items = []
      open = begin(at + 1, line.trim().replace(/^>\s?/, ''))
    }
  }
  return notes.filter((note) => !isIntroduction(note))
}

/** "The scripts are:" with nothing under it of its own says nothing by itself; it stays the context of what follows only for a reader. */
function isIntroduction({ text, code }: Note): boolean {
  return code.length === 0 && (/:\**$/.test(text) || !/\p{L}{2}/u.test(text))
}

/** Front matter says for which files a rule is; it is no note. */
function afterHead(lines: readonly string[]): number {
  if (lines[0]?.replace(/^\uFEFF/, '') !== '---') return 0
  const end = lines.indexOf('---', 1)
  return end === -1 ? 0 : end + 1
}

function endOfFence(lines: readonly string[], at: number, fence: string): number {
  for (let end = at + 1; end < lines.length; end++) {
    const closing = FENCE.exec(lines[end] ?? '')?.[1]
    if (closing?.startsWith(fence) && (lines[end] ?? '').trim() === closing) return end
  }
  return lines.length
}
