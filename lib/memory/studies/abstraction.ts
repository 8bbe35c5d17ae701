import type { NoiseType } from '../entry.ts'
import {
  createRandom,
  INTERVAL_DRAWS,
  INTERVAL_SEED,
  mean,
  type PairedDifference,
  pairedBootstrap,
  quantile,
} from '../statistics.ts'

/** Who made the text of a span: `raw` = nobody, the steps as they are; else an extractor. */
export type Maker = string
export const RAW: Maker = 'raw'

/** What one maker made of one span. */
export interface Payload {
  tokens: number
  leaks: Partial<Record<NoiseType, number>>
  /** Parts of the experience that say something, and those of them with a cited span; null for raw steps. */
  parts: { said: number; cited: number } | null
}

/** One span of steps with every maker's text. */
export interface Span {
  subtaskId: string
  category: string
  instanceId: string | null
  entryIds: Record<Maker, string>
  payloads: Record<Maker, Payload>
  texts: Record<Maker, string>
}

/** A span to be read: its texts masked and cut. */
export type ShownSpan = Omit<Span, 'texts'> & { shown: Record<Maker, string> }

/** A labelled question asked with two keys over the same spans: the steps as they are, and what a maker wrote. */
export interface KeyRow {
  id: string
  /** Reciprocal ranks. */
  raw: number
  made: number
  /** Spans that won; null = the category was empty. */
  rawWinner: string | null
  madeWinner: string | null
}

/** One maker against raw steps, over the spans it made something of. */
export interface KeyComparison {
  maker: Maker
  spans: number
  rows: KeyRow[]
}

export interface KeyScore {
  maker: Maker
  spans: number
  mrr: number | null
  /** Of the steps as they are, over the same spans and questions. */
  rawMrr: number | null
  /** Less raw steps, paired, clustered by instance; null over a single span, or without questions of two instances. */
  overRaw: PairedDifference | null
  /** Share of questions whose winner is another span than raw's. */
  winnersChanged: number | null
}

interface PayloadScore {
  maker: Maker
  spans: number
  medianTokens: number | null
  /** Mean leaks a span by kind. */
  leaks: Partial<Record<NoiseType, number>>
  /** Share of spans without any. */
  clean: number | null
  /** Share of said parts with a cited span; null for raw. */
  cited: number | null
}

/** Spans that all makers must share to be compared over; what fewer say is chance. Ours. */
const LEAST_SHARED = 10

export interface AbstractionReport {
  makers: Maker[]
  /** Spans that any extractor made something of. */
  spans: number
  questions: number
  /** Each maker over its own spans, that of most first: a maker that keeps little is asked about little. */
  keys: KeyScore[]
  /** All makers over the spans that each of them made something of; empty with fewer than two makers or ten spans. */
  shared: KeyScore[]
  payloads: PayloadScore[]
  /** Spans whose text by the maker of most leaks most, then is longest. */
  worst: { maker: Maker; spans: ShownSpan[] } | null
}

const WORST = 20
/** Characters of a text that are kept for reading. */
const SHOWN_CHARACTERS = 1_500

/** Raw steps against each extractor over the same spans and questions. Same rows and seed, same numbers. */
export function reportAbstraction(
  input: {
    makers: readonly Maker[]
    spans: readonly Span[]
    own: readonly KeyComparison[]
    shared: readonly KeyComparison[]
  },
  options: { mask: (text: string) => string; seed?: number; resamples?: number },
): AbstractionReport {
  const { mask, seed = INTERVAL_SEED, resamples = INTERVAL_DRAWS } = options
  const { makers, spans, own, shared } = input
  const scored = (comparison: KeyComparison) => scoreKey(comparison, seed, resamples)
  const byWork = own.toSorted((a, b) => b.spans - a.spans)
  const most = byWork[0]?.maker
  return {
    makers: [...makers],
    spans: spans.length,
    questions: own[0]?.rows.length ?? 0,
    keys: byWork.map(scored),
    shared: shared.filter(({ spans }) => spans >= LEAST_SHARED).map(scored),
    payloads: makers.map((maker) => payloadOf(maker, spans)),
    worst:
      most === undefined
        ? null
        : { maker: most, spans: worstOf(most, spans).map((span) => shownSpan(span, mask)) },
  }
}

function scoreKey({ maker, spans, rows }: KeyComparison, seed: number, resamples: number): KeyScore {
  const made = rows.map((row) => row.made)
  const raw = rows.map((row) => row.raw)
  const clusters = rows.map(({ id }) => id)
  return {
    maker,
    spans,
    mrr: mean(made),
    rawMrr: mean(raw),
    // One span says nothing of others, however many questions are asked of it.
    overRaw:
      spans < 2 ? null : pairedBootstrap(made, raw, { random: createRandom(seed), resamples, clusters }),
    winnersChanged:
      rows.length === 0
        ? null
        : rows.filter(({ rawWinner, madeWinner }) => rawWinner !== madeWinner).length / rows.length,
  }
}

function leaksOf(span: Span, maker: Maker): number {
  return Object.values(span.payloads[maker]?.leaks ?? {}).reduce((sum, count) => sum + count, 0)
}

function worstOf(maker: Maker, spans: readonly Span[]): Span[] {
  return spans
    .filter(({ payloads }) => payloads[maker])
    .sort(
      (a, b) =>
        leaksOf(b, maker) - leaksOf(a, maker) ||
        (b.payloads[maker]?.tokens ?? 0) - (a.payloads[maker]?.tokens ?? 0) ||
        (a.subtaskId < b.subtaskId ? -1 : 1),
    )
    .slice(0, WORST)
}

/** Masked whole, then cut: a secret that is cut through looks like none. */
function shownSpan({ texts, ...span }: Span, mask: (text: string) => string): ShownSpan {
  const shown = Object.entries(texts).map(([maker, text]) => [maker, mask(text).slice(0, SHOWN_CHARACTERS)])
  return { ...span, shown: Object.fromEntries(shown) }
}

function payloadOf(maker: Maker, all: readonly Span[]): PayloadScore {
  const spans = all.filter((span) => span.payloads[maker])
  const payloads = spans.flatMap((span) => span.payloads[maker] ?? [])
  const kinds = [...new Set(payloads.flatMap(({ leaks }) => Object.keys(leaks)))].sort() as NoiseType[]
  const said = payloads.reduce((sum, { parts }) => sum + (parts?.said ?? 0), 0)
  const cited = payloads.reduce((sum, { parts }) => sum + (parts?.cited ?? 0), 0)
  return {
    maker,
    spans: spans.length,
    medianTokens: quantile(
      payloads.map(({ tokens }) => tokens).sort((a, b) => a - b),
      0.5,
    ),
    leaks: Object.fromEntries(
      kinds.map((kind) => [kind, mean(payloads.map(({ leaks }) => leaks[kind] ?? 0)) ?? 0]),
    ),
    clean:
      spans.length === 0 ? null : spans.filter((span) => leaksOf(span, maker) === 0).length / spans.length,
    cited: said === 0 ? null : cited / said,
  }
}
