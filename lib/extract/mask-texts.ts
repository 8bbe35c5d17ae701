import type { Comparison } from '../memory/compare.ts'
import type { PlaygroundAnswer, RetrievalAnswer, WhatIf } from '../memory/retrieval.ts'
import type { EntryDetail, EntryRow } from '../memory/views/entries.ts'
import type { EpisodeDetail } from '../memory/views/episodes.ts'
import { kindOfName } from './names.ts'
import { findSecretLike, findSecrets, maskName } from './secret-scan.ts'

/**
 * A value with dots in place of what looks like a secret, in every text of it however deep; our own ids stay. For what quotes
 * entries in many places: a field that is added later is masked too.
 */
export function maskTexts<T>(value: T): T {
  return maskValue(value) as T
}

/** What holds nothing to mask is handed on as it is: of nearly every answer that is all of it, and a copy costs more than looking. */
function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return maskEach(value, maskValue)
  if (!isPlain(value)) return value
  const changed = new Map<string, unknown>()
  for (const [name, one] of Object.entries(value)) {
    const shown = maskUnder(name, one)
    if (shown !== one) changed.set(name, shown)
  }
  if (changed.size === 0) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, changed.has(name) ? changed.get(name) : one]),
  )
}

function maskUnder(name: string, value: unknown): unknown {
  if (typeof value !== 'string' && (value === null || typeof value !== 'object')) return value
  const kind = kindOfName(name)
  return kind === 'text' ? maskValue(value) : kind === 'given' ? maskGiven(value) : value
}

/** A name that was given from outside is masked where it is a secret for certain: much that is random is somebody's id. */
function maskGiven(value: unknown): unknown {
  if (Array.isArray(value)) return maskEach(value, maskGiven)
  if (typeof value !== 'string') return value
  const shown = masked(value)
  return shown !== value && findSecrets(value).length > 0 ? shown : value
}

function maskEach(values: readonly unknown[], mask: (value: unknown) => unknown): readonly unknown[] {
  const shown = values.map(mask)
  return shown.some((one, i) => one !== values[i]) ? shown : values
}

/** Records only: dates, bytes and streams are handed on as they are. */
function isPlain(value: unknown): value is object {
  if (value === null || typeof value !== 'object') return false
  const kind = Object.getPrototypeOf(value)
  return kind === Object.prototype || kind === null
}

/** The shortest secret that the scanner finds, a password in an address; a person hardly ever writes so many dots. */
const MASK_RUN = '•'.repeat(3)

/** True when a text that comes back from a page still has dots in place of a secret: storing it would lose what stands there. */
export function holdsMask(text: string): boolean {
  return text.includes(MASK_RUN)
}

/** The text with a dot for each character of what looks like a secret. */
export function masked(text: string): string {
  return dotted(text, findSecretLike(text))
}

/** A text as a model may be sent it: each line is a text of its own too, in which words that mix characters as passwords do count. */
export function maskedForModel(text: string): string {
  return masked(text).split('\n').map(masked).join('\n')
}

/** The text with a dot for each character of the spans, which are in order; places in it stay what they are. */
export function dotted(text: string, spans: readonly { start: number; end: number }[]): string {
  let [out, at] = ['', 0]
  for (const { start, end } of spans) {
    out += text.slice(at, start) + '•'.repeat(end - start)
    at = end
  }
  return out + text.slice(at)
}

/** An answer as it leaves for a page, a program or an agent. The question in it stays as it was asked. */
export function maskAnswer(answer: RetrievalAnswer): RetrievalAnswer {
  const { plan, predicted, intent } = answer
  return { ...maskTexts(answer), plan, predicted, intent }
}

/** As `maskAnswer`, with all that the playground draws. */
export function maskPlayground(shown: PlaygroundAnswer): PlaygroundAnswer {
  const { asked, read, answer, whatIf } = shown
  return { ...maskTexts(shown), asked, read, answer: maskAnswer(answer), whatIf: maskWhatIf(whatIf) }
}

/** As `maskAnswer`, for each column; what a column was asked stays, for it is how the page knows it again. */
export function maskComparison({ columns, whatIf, ...rest }: Comparison): Comparison {
  return {
    ...maskTexts(rest),
    whatIf: maskWhatIf(whatIf),
    columns: columns.map((one) => (one.fault ? one : { ...one, answer: maskAnswer(one.answer) })),
  }
}

function maskWhatIf<Given extends WhatIf | null>(whatIf: Given): Given {
  return whatIf && { ...maskTexts(whatIf), predicted: whatIf.predicted }
}

/** A row of a list, masked. A snippet is masked as one text: a match may cut through a secret. */
export function maskRow({ snippet, ...row }: EntryRow): EntryRow {
  const whole = masked(snippet?.map(({ text }) => text).join('') ?? '')
  let at = 0
  return {
    ...maskTexts(row),
    snippet:
      snippet?.map((piece) => {
        const text = whole.slice(at, at + piece.text.length)
        at += piece.text.length
        return { ...piece, text }
      }) ?? null,
  }
}

/** All that a page shows of an entry, masked. Raw steps were masked when they were read. */
export function maskDetail({ steps, ...detail }: EntryDetail): EntryDetail {
  return { ...maskTexts(detail), steps }
}

/** What a page shows of a run beside its steps, masked: subtasks say what their entries say, and why there is none. */
export function maskEpisode(detail: EpisodeDetail): EpisodeDetail {
  return { ...detail, subtasks: maskTexts(detail.subtasks) }
}

/** A stored text and whether it is JSON. */
type StoredText = { kind: 'text' | 'json'; text: string }

/**
 * A stored text with a dot for each character of a secret, and in how many texts of it there was one; places in it stay what they
 * are, since citations name them.
 */
export function maskStored({ kind, text }: StoredText): { text: string; count: number } {
  let count = 0
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const spans = findSecrets(value)
      if (spans.length > 0) count++
      return dotted(value, spans)
    }
    if (Array.isArray(value)) return value.map(mask)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mask(one)]))
  }
  const value = mask(kind === 'json' ? JSON.parse(text) : text)
  if (count === 0) return { text, count }
  return { text: kind === 'json' ? JSON.stringify(value) : String(value), count }
}

/** A value that is to be kept, with a named blank in place of what looks like a secret, in every text however deep. */
export function maskKept<T>(value: T): T {
  return keepValue(value) as T
}

function keepValue(value: unknown): unknown {
  if (typeof value === 'string') return maskName(value)
  if (Array.isArray(value)) return value.map(keepValue)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, keepValue(one)]))
}
