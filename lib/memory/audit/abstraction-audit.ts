import { createRandom, mean, type PairedDifference, pairedBootstrap, quantile } from '../statistics.ts'
import type { NoiseType } from '../subtask.ts'

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

/** One span of steps with every maker's text. Texts are masked and cut for reading. */
export interface Span {
  subtaskId: string
  category: string
  instanceId: string | null
  entryIds: Record<Maker, string>
  payloads: Record<Maker, Payload>
  shown: Record<Maker, string>
}

/** A labelled question asked with every maker's text as key. */
export interface KeyRow {
  id: string
  /** Reciprocal rank by maker. */
  ranks: Record<Maker, number>
  /** Span that won, by maker; null = the drawer was empty. */
  winners: Record<Maker, string | null>
}

export interface KeyScore {
  maker: Maker
  mrr: number | null
  /** Less raw steps, paired, clustered by instance; null for raw. */
  overRaw: PairedDifference | null
  /** Share of questions whose winner is another span than raw's; null for raw. */
  winnersChanged: number | null
}

export interface PayloadScore {
  maker: Maker
  medianTokens: number | null
  /** Mean leaks a span by kind. */
  leaks: Partial<Record<NoiseType, number>>
  /** Share of spans without any. */
  clean: number | null
  /** Share of said parts with a cited span; null for raw. */
  cited: number | null
}

export interface AbstractionReport {
  makers: Maker[]
  /** Spans that every maker made something of: the only ones compared. */
  spans: number
  questions: number
  keys: KeyScore[]
  payloads: PayloadScore[]
  /** Spans whose text by the last extractor leaks most, then is longest. */
  worst: Span[]
}

const WORST = 20

/** Raw steps against each extractor over the same spans and questions. Same rows and seed, same numbers. */
export function reportAbstraction(
  makers: readonly Maker[],
  spans: readonly Span[],
  rows: readonly KeyRow[],
  { seed = 1, resamples = 10_000 } = {},
): AbstractionReport {
  const clusters = rows.map(({ id }) => id)
  const ranksOf = (maker: Maker) => rows.map(({ ranks }) => ranks[maker] ?? 0)
  const raw = ranksOf(RAW)
  const last = makers.at(-1) ?? RAW
  const leaksOf = (span: Span, maker: Maker) =>
    Object.values(span.payloads[maker]?.leaks ?? {}).reduce((sum, count) => sum + count, 0)
  return {
    makers: [...makers],
    spans: spans.length,
    questions: rows.length,
    keys: makers.map((maker) => ({
      maker,
      mrr: mean(ranksOf(maker)),
      overRaw:
        maker === RAW
          ? null
          : pairedBootstrap(ranksOf(maker), raw, { random: createRandom(seed), resamples, clusters }),
      winnersChanged:
        maker === RAW || rows.length === 0
          ? null
          : rows.filter(({ winners }) => winners[maker] !== winners[RAW]).length / rows.length,
    })),
    payloads: makers.map((maker) => payloadOf(maker, spans, leaksOf)),
    worst: [...spans]
      .sort(
        (a, b) =>
          leaksOf(b, last) - leaksOf(a, last) ||
          (b.payloads[last]?.tokens ?? 0) - (a.payloads[last]?.tokens ?? 0) ||
          (a.subtaskId < b.subtaskId ? -1 : 1),
      )
      .slice(0, WORST),
  }
}

function payloadOf(
  maker: Maker,
  spans: readonly Span[],
  leaksOf: (span: Span, maker: Maker) => number,
): PayloadScore {
  const payloads = spans.flatMap((span) => span.payloads[maker] ?? [])
  const kinds = [...new Set(payloads.flatMap(({ leaks }) => Object.keys(leaks)))].sort() as NoiseType[]
  const said = payloads.reduce((sum, { parts }) => sum + (parts?.said ?? 0), 0)
  const cited = payloads.reduce((sum, { parts }) => sum + (parts?.cited ?? 0), 0)
  return {
    maker,
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
