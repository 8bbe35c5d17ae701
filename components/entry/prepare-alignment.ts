import { formatCount, formatList, plural } from '@/components/ui/format.ts'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import { EXPERIENCE_PARTS, type ExperiencePart } from '@/lib/memory/experience.ts'
import type { Citation, NoiseType, RemovedSpan } from '@/lib/memory/subtask.ts'
import { type Span, type Step, stepText } from '@/lib/memory/trajectory.ts'
import { writesOnly } from '@/lib/memory/writes-only.ts'

/** A run of raw text with one look. Of a secret only dots leave the server. */
export type Piece = { text: string; cited: boolean; removed: NoiseType | null }

/** Pieces of consecutive text, or so many lines left out between two of them. */
export type Block = { pieces: Piece[] } | { foldedLines: number }

export type RawText = {
  step: number
  kind: 'thought' | 'command' | 'output'
  /** Exit code of the command, for outputs; null where unknown. */
  exitCode: number | null
  blocks: Block[]
}

export type AlignedPart = {
  part: ExperiencePart
  evidence: RawText[]
  /** Steps of other runs that it rests on too, since entries of those were merged in; their text is on their own pages. */
  elsewhere: { episodeId: string; steps: number[] }[]
  /** It cites, and all that it cites are commands that write files: nobody saw anything happen. */
  citesWritesOnly: boolean
}

export type Alignment = {
  /** Every part of the lesson that says something, with what the extractor cited for it; empty = cited nothing. */
  parts: AlignedPart[]
  citedLineCount: number
  rawLineCount: number
  /** Steps that no part cites, named; null when every step is cited. */
  uncited: string | null
  removed: { type: NoiseType; count: number }[]
  steps: RawText[][]
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
const WHOLE_TEXT_LINES = 40
/** Letters within which a word ends or is cut all the same. */
const LONGEST_WORD = 40

type TextRef = { step: number; part: Span['part'] }
type Range = { start: number; end: number }

/** Joins each part of a lesson to the raw text it cites; never by likeness. `steps` are of the entry's own run. */
export function prepareAlignment(entry: MemoryEntry, steps: Step[]): Alignment {
  const byNumber = new Map(steps.map((step) => [step.n, step]))
  // Step 3 of another run is another step 3: only the entry's own run is shown here.
  const own = entry.citations.filter(({ episodeId = entry.episodeId }) => episodeId === entry.episodeId)
  const foreign = entry.citations.filter((citation) => !own.includes(citation))
  const parts = EXPERIENCE_PARTS.filter((part) => entry.experience[part] !== '').map((part) => {
    const spans = own.filter((citation) => citation.part === part).map((citation) => citation.span)
    const elsewhere = stepsByRun(foreign.filter((citation) => citation.part === part))
    return {
      part,
      evidence: evidenceOf(spans, byNumber, entry.removed),
      elsewhere,
      citesWritesOnly:
        spans.length > 0 && elsewhere.length === 0 && spans.every((span) => isWrite(span, byNumber)),
    }
  })
  const cited = new Set(own.map((citation) => citation.span.step))
  return {
    parts,
    citedLineCount: citedLines(
      own.map((citation) => citation.span),
      byNumber,
    ),
    rawLineCount: steps.flatMap(textsOf).reduce((sum, text) => sum + lineCount(text.text), 0),
    uncited: nameUncited(steps.filter((step) => !cited.has(step.n))),
    removed: countByType(entry.removed),
    steps: steps.map((step) =>
      textsOf(step).map((text) => rawText(text, [], entry.removed, wholeRanges(text.text))),
    ),
  }
}

function isWrite({ step, part }: Span, steps: ReadonlyMap<number, Step>): boolean {
  const action = part.kind === 'action' ? steps.get(step)?.actions[part.index] : undefined
  return action !== undefined && writesOnly(action.text)
}

/** Parts that rest on what they cite. A check must rest on something that ran: a file that was written checks nothing. */
export function supportedParts({ parts }: Pick<Alignment, 'parts'>): AlignedPart[] {
  return parts.filter(
    ({ part, evidence, elsewhere, citesWritesOnly }) =>
      evidence.length + elsewhere.length > 0 && !(part === 'check' && citesWritesOnly),
  )
}

function stepsByRun(citations: Citation[]): AlignedPart['elsewhere'] {
  const runs = new Map<string, Set<number>>()
  for (const { episodeId, span } of citations)
    if (episodeId !== undefined) runs.set(episodeId, (runs.get(episodeId) ?? new Set()).add(span.step))
  return [...runs].map(([episodeId, steps]) => ({ episodeId, steps: [...steps].sort((a, b) => a - b) }))
}

function evidenceOf(spans: Span[], steps: Map<number, Step>, removed: RemovedSpan[]): RawText[] {
  const groups = new Map<string, Span[]>()
  for (const span of spans) {
    const key = `${span.step} ${span.part.kind} ${span.part.index}`
    groups.set(key, [...(groups.get(key) ?? []), span])
  }
  return [...groups.values()].flatMap((group) => {
    const first = group[0]
    const step = first && steps.get(first.step)
    const text = step && textsOf(step).find((candidate) => isSamePlace(candidate, first))
    return text ? [rawText(text, group, removed, excerptRanges(text.text, group))] : []
  })
}

type PlacedText = TextRef & { text: string; kind: RawText['kind']; exitCode: number | null }

/** The texts of a step in the order a reader meets them. */
function textsOf(step: Step): PlacedText[] {
  const refs: { part: Span['part']; kind: RawText['kind']; exitCode: number | null }[] = [
    { part: { kind: 'thought', index: 0 }, kind: 'thought', exitCode: null },
    ...step.actions.map((_, index) => ({
      part: { kind: 'action' as const, index },
      kind: 'command' as const,
      exitCode: null,
    })),
    ...step.observations.map((observation, index) => ({
      part: { kind: 'observation' as const, index },
      kind: 'output' as const,
      exitCode: observation.exitCode,
    })),
  ]
  return refs.flatMap((ref) => {
    const text = stepText(step, ref.part)
    return text === null || text.trim() === '' ? [] : [{ step: step.n, ...ref, text }]
  })
}

function rawText(text: PlacedText, cited: Span[], removed: RemovedSpan[], ranges: Range[]): RawText {
  const here = removed.filter((span) => isSamePlace(text, span))
  const blocks: Block[] = []
  let at = 0
  for (const range of ranges) {
    pushFold(blocks, text.text, { start: at, end: range.start })
    blocks.push({ pieces: withEllipses(text.text, range, piecesOf(text.text, range, cited, here)) })
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
  const ellipsis = (words: string): Piece[] => [{ text: words, cited: false, removed: null }]
  return [
    ...(isLineStart(text, start) ? [] : ellipsis('… ')),
    ...pieces,
    ...(isLineStart(text, end) || end === text.length ? [] : ellipsis(' …')),
  ]
}

const isLineStart = (text: string, at: number) => at === 0 || text[at - 1] === '\n'

/** Cuts a range where citations and removals begin and end. */
export function piecesOf(text: string, range: Range, cited: Range[], removed: RemovedSpan[]): Piece[] {
  const secrets = [...text.matchAll(MASKED_SECRET)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    type: 'secret' as const,
  }))
  const marks = [...secrets, ...removed]
  const edges = [range.start, range.end]
  for (const span of [...cited, ...marks]) edges.push(span.start, span.end)
  const cuts = [...new Set(edges)]
    .filter((edge) => edge >= range.start && edge <= range.end)
    .sort((a, b) => a - b)

  const pieces: Piece[] = []
  for (const [k, start] of cuts.entries()) {
    const end = cuts[k + 1]
    if (end === undefined) break
    const mark = marks.find((span) => span.start <= start && span.end >= end) ?? null
    // A mark that began before this cut is already shown: dots and tag once, not once a piece.
    const isSecret = mark?.type === 'secret'
    const isCited = cited.some((span) => span.start <= start && span.end >= end)
    const last = pieces.at(-1)
    if (isSecret && last?.removed === 'secret' && mark.start < start) continue
    if (
      last &&
      !isSecret &&
      last.cited === isCited &&
      last.removed === (mark?.type ?? null) &&
      (mark === null || mark.start < start)
    ) {
      last.text += text.slice(start, end)
    } else
      pieces.push({
        text: isSecret ? SECRET_DOTS : text.slice(start, end),
        cited: isCited,
        removed: mark?.type ?? null,
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

/** The first lines of a text that is shown for itself. */
function wholeRanges(text: string): Range[] {
  const lines = lineRanges(text)
  const wanted = new Set(lines.slice(0, WHOLE_TEXT_LINES).keys())
  return joinLines(text, wanted, [])
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

function lineRanges(text: string): Range[] {
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

function citedLines(spans: Span[], steps: Map<number, Step>): number {
  const lines = new Set<string>()
  for (const span of spans) {
    const step = steps.get(span.step)
    const text = step ? stepText(step, span.part) : null
    if (text === null) continue
    for (const [k, line] of lineRanges(text).entries()) {
      if (line.start < span.end && line.end > span.start)
        lines.add(`${span.step} ${span.part.kind} ${span.part.index} ${k}`)
    }
  }
  return lines.size
}

/** `Steps 16, 18 and 20 are not cited: 2 directory listings, 1 test run.` */
function nameUncited(steps: Step[]): string | null {
  if (steps.length === 0) return null
  const names = new Map<string, number>()
  for (const step of steps) {
    const name = nameOfStep(step)
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  const counts = [...names]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => plural(count, name, manyOf(name)))
  const numbers =
    steps.length > 12
      ? [...steps.slice(0, 11).map((s) => String(s.n)), `${formatCount(steps.length - 11)} more`]
      : steps.map((s) => String(s.n))
  return `${steps.length === 1 ? 'Step' : 'Steps'} ${formatList(numbers)} ${steps.length === 1 ? 'is' : 'are'} not cited: ${counts.join(', ')}.`
}

const STEP_NAMES: [RegExp, string][] = [
  [
    /^(pytest|python\d? -m (pytest|unittest)|tox|npm (run )?test|npx (vitest|jest)|go test|cargo test|make test)/,
    'test run',
  ],
  [/^(ls|tree|find|fd|pwd)\b/, 'directory listing'],
  [/^(grep|rg|ag|git grep|ack)\b/, 'search'],
  [/^(cat|head|tail|less|nl|open|view|sed -n)\b/, 'file read'],
  [/^(sed -i|patch|apply_patch|edit|str_replace|create|insert|tee|cat\s*>|echo .*>)/, 'edit'],
  [/^git\b/, 'git command'],
  [/^(python\d?|node|ruby|bash|sh|go run)\b/, 'script run'],
]

function nameOfStep(step: Step): string {
  const command = step.actions[0]?.text.trim().replace(/^(cd [^&;]+(&&|;)\s*)+/, '')
  if (command === undefined || command === '') return 'note to itself'
  if (/^cat\s*>|<<\s*['"]?\w+/.test(command)) return 'edit'
  return STEP_NAMES.find(([pattern]) => pattern.test(command))?.[1] ?? 'other command'
}

function manyOf(name: string): string {
  if (name === 'search') return 'searches'
  return name === 'note to itself' ? 'notes to itself' : `${name}s`
}

function countByType(removed: RemovedSpan[]): { type: NoiseType; count: number }[] {
  const counts = new Map<NoiseType, number>()
  for (const span of removed) counts.set(span.type, (counts.get(span.type) ?? 0) + 1)
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count)
}

function isSamePlace(a: TextRef, b: TextRef | undefined): boolean {
  return b !== undefined && a.step === b.step && a.part.kind === b.part.kind && a.part.index === b.part.index
}

function lineCount(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}
