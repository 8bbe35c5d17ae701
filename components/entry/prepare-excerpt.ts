import type { Span } from '@/lib/memory/trajectory.ts'

/** A run of raw text with one look. Of a secret only dots leave the server. */
export type Piece = { text: string; cited: boolean; isSecret: boolean }

/** Pieces of consecutive text, or so many lines left out between two of them. */
export type Block = { pieces: Piece[] } | { foldedLines: number }

export type RawText = {
  step: number
  kind: 'thought' | 'command' | 'output'
  /** Exit code of the command, for outputs; null where unknown. */
  exitCode: number | null
  blocks: Block[]
}

const SECRET_DOTS = '••••••••••••'
/** What the import leaves where a secret stood. */
const MASKED_SECRET = /«secret:[^»\n]{0,80}»/g
/** Cited lines shown before the middle is folded. */
const LONGEST_EXCERPT = 14
const HEAD_LINES = 8
const TAIL_LINES = 4
/** Lines shown around a citation so that it can be understood. */
const CONTEXT_LINES = 1
const LONGEST_LINE = 400
/** Letters within which a word ends or is cut all the same. */
const LONGEST_WORD = 40

export type TextRef = { step: number; part: Span['part'] }
type Range = { start: number; end: number }

export type PlacedText = TextRef & { text: string; kind: RawText['kind']; exitCode: number | null }

/** A text around what is cited of it: these lines shown, cited places and secrets marked, the rest counted. */
export function excerptOf(text: PlacedText, cited: Span[]): RawText {
  const blocks: Block[] = []
  let at = 0
  for (const range of excerptRanges(text.text, cited)) {
    pushFold(blocks, text.text, { start: at, end: range.start })
    blocks.push({ pieces: withEllipses(text.text, range, piecesOf(text.text, range, cited)) })
    at = range.end
  }
  pushFold(blocks, text.text, { start: at, end: text.text.length })
  return { step: text.step, kind: text.kind, exitCode: text.exitCode, blocks }
}

/** Counts the whole lines left out; the rest of a line that is shown in part is what its ellipsis says. */
function pushFold(blocks: Block[], text: string, { start, end }: Range): void {
  const from = isLineStart(text, start) ? start : text.indexOf('\n', start) + 1 || end
  const to = isLineStart(text, end) || end === text.length ? end : text.lastIndexOf('\n', end - 1) + 1
  const left = text.slice(from, to)
  if (left.trim() !== '') blocks.push({ foldedLines: Math.max(1, lineCount(left.replace(/^\n|\n$/g, ''))) })
}

/** Says where a line goes on that is shown in part. */
function withEllipses(text: string, { start, end }: Range, pieces: Piece[]): Piece[] {
  const ellipsis = (words: string): Piece[] => [{ text: words, cited: false, isSecret: false }]
  return [
    ...(isLineStart(text, start) ? [] : ellipsis('… ')),
    ...pieces,
    ...(isLineStart(text, end) || end === text.length ? [] : ellipsis(' …')),
  ]
}

const isLineStart = (text: string, at: number) => at === 0 || text[at - 1] === '\n'

/** Cuts a range where citations and masked secrets begin and end. */
export function piecesOf(text: string, range: Range, cited: Range[]): Piece[] {
  const secrets = [...text.matchAll(MASKED_SECRET)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }))
  const edges = [range, ...cited, ...secrets].flatMap(({ start, end }) => [start, end])
  const cuts = [...new Set(edges)]
    .filter((edge) => edge >= range.start && edge <= range.end)
    .sort((a, b) => a - b)

  const pieces: Piece[] = []
  for (const [k, start] of cuts.entries()) {
    const end = cuts[k + 1]
    if (end === undefined) break
    const isIn = (span: Range) => span.start <= start && span.end >= end
    const secret = secrets.find(isIn)
    const isCited = cited.some(isIn)
    const last = pieces.at(-1)
    // Of a secret that began before this cut the dots stand already.
    if (last?.isSecret && secret && secret.start < start) continue
    if (last && !last.isSecret && !secret && last.cited === isCited) last.text += text.slice(start, end)
    else
      pieces.push({
        text: secret ? SECRET_DOTS : text.slice(start, end),
        cited: isCited,
        isSecret: secret !== undefined,
      })
  }
  return pieces
}

/** Whole lines around the citations; the middle of a long stretch is folded. */
function excerptRanges(text: string, spans: Range[]): Range[] {
  const lines = lineRanges(text)
  const wanted = new Set<number>()
  for (const span of spans) {
    const touched = lines.flatMap((line, k) =>
      line.start < Math.max(span.end, span.start + 1) && line.end > span.start ? [k] : [],
    )
    const from = (touched[0] ?? 0) - CONTEXT_LINES
    const to = (touched.at(-1) ?? 0) + CONTEXT_LINES
    const isLong = to - from + 1 > LONGEST_EXCERPT
    for (let k = Math.max(0, from); k <= Math.min(lines.length - 1, to); k++) {
      if (!isLong || k < from + HEAD_LINES || k > to - TAIL_LINES) wanted.add(k)
    }
  }
  return joinLines(text, wanted, spans)
}

function joinLines(text: string, wanted: Set<number>, spans: Range[]): Range[] {
  const lines = lineRanges(text)
  const ranges: Range[] = []
  let lastLine = -2
  for (const k of [...wanted].sort((a, b) => a - b)) {
    const line = lines[k]
    if (!line) continue
    const short = shortened(text, line, spans)
    const last = ranges.at(-1)
    if (last && k === lastLine + 1 && short.start === line.start && last.end === (lines[lastLine]?.end ?? -1))
      last.end = short.end
    else ranges.push({ ...short })
    lastLine = k
  }
  return ranges
}

/** A line of a megabyte is shown from where it is cited, from one whole word to another. */
function shortened(text: string, line: Range, spans: Range[]): Range {
  if (line.end - line.start <= LONGEST_LINE) return line
  const cited = spans.find((span) => span.start < line.end && span.end > line.start)
  const wanted = cited ? Math.max(line.start, Math.min(cited.start, line.end) - 60) : line.start
  const start = wanted === line.start ? wanted : wordAfter(text, wanted)
  const end = Math.min(line.end, start + LONGEST_LINE)
  return { start, end: end === line.end ? end : wordBefore(text, end) }
}

/** Where the next word begins; there, when none does soon. */
function wordAfter(text: string, at: number): number {
  const next = text.slice(at, at + LONGEST_WORD).search(/\s\S/)
  return next === -1 || /\s/.test(text[at - 1] ?? ' ') ? at : at + next + 1
}

/** Where the last whole word ends; there, when none did just before. */
function wordBefore(text: string, at: number): number {
  if (/\s/.test(text[at] ?? ' ')) return at
  const last = text.slice(at - LONGEST_WORD, at).search(/\s\S*$/)
  return last === -1 ? at : at - LONGEST_WORD + last
}

export function lineRanges(text: string): Range[] {
  const ranges: Range[] = []
  let start = 0
  for (;;) {
    const end = text.indexOf('\n', start)
    if (end === -1) break
    ranges.push({ start, end: end + 1 })
    start = end + 1
  }
  if (start < text.length) ranges.push({ start, end: text.length })
  return ranges
}

export function isSamePlace(a: TextRef, b: TextRef | undefined): boolean {
  return b !== undefined && a.step === b.step && a.part.kind === b.part.kind && a.part.index === b.part.index
}

export function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}
