import { formatList, plural } from '@/components/ui/format.ts'
import type { NoiseType } from '@/lib/memory/entry.ts'
import type { FindingSpan } from '@/lib/memory/findings/finding.ts'

/** A piece of a lesson; `leak` says what kind of instance noise stayed in it, `note` what a detector says of it. */
export type LessonPiece = { text: string; leak: NoiseType | null; note?: string }

/** A place in a sentence that is lit, and why: instance noise, or what a detector found there. */
export type LitSpan = { start: number; end: number; type: NoiseType | null; note: string | null }

/** Cuts a sentence at the places that are lit. Spans are in order and do not overlap. */
export function prepareLesson(text: string, spans: Omit<LitSpan, 'note'>[] | LitSpan[]): LessonPiece[] {
  const pieces: LessonPiece[] = []
  let at = 0
  const plain = (to: number) => {
    if (to > at) pieces.push({ text: text.slice(at, to), leak: null })
  }
  for (const span of spans) {
    plain(span.start)
    pieces.push({
      text: span.type === 'secret' ? '••••••••' : text.slice(span.start, span.end),
      leak: span.type,
      ...('note' in span && span.note ? { note: span.note } : {}),
    })
    at = span.end
  }
  plain(text.length)
  return pieces
}

/** Leaks with the places of findings beside them, in order; where two overlap the leak stays. A whole text that is too long is no place. */
export function withSpans(
  leaks: { start: number; end: number; type: NoiseType }[],
  found: (FindingSpan & { detector: string })[],
): LitSpan[] {
  const out: LitSpan[] = leaks.map((leak) => ({ ...leak, note: null }))
  for (const { start, end, note, detector } of found) {
    if (end <= start || detector === 'too-long') continue
    if (out.some((one) => start < one.end && one.start < end)) continue
    out.push({ start, end, type: detector === 'secret' ? 'secret' : null, note })
  }
  return out.sort((a, b) => a.start - b.start)
}

const NOISE_WORDS: Record<NoiseType, [one: string, many: string]> = {
  path: ['path', 'paths'],
  line: ['line number', 'line numbers'],
  identifier: ['identifier', 'identifiers'],
  instance: ['instance id', 'instance ids'],
  secret: ['secret', 'secrets'],
  url: ['address', 'addresses'],
  number: ['hash or number', 'hashes or numbers'],
}

/** `1 identifier and 2 paths`. */
export function noiseWords(types: NoiseType[]): string {
  const counts = new Map<NoiseType, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  return formatList([...counts].map(([type, count]) => plural(count, ...NOISE_WORDS[type])))
}
