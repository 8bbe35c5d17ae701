import { type AbstractionReport, type KeyScore, RAW } from '../../../lib/memory/audit/abstraction-audit.ts'
import type { Cell } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { formatScore } from '../../ui/format.ts'

/** A maker in words; what rules make is an excerpt, never an experience. */
export function makerWords(maker: string): string {
  if (maker === RAW) return 'raw steps'
  if (maker.startsWith('rules')) return `excerpt by ${maker}`
  if (maker === 'person') return 'written by a person'
  return `experience by ${maker}`
}

/** Of the maker that made most: what a few spans say is no headline. */
export function abstractionVerdict({ keys, shared }: AbstractionReport): string {
  const [most] = keys
  if (most?.spans === 1)
    return 'Cannot tell yet: only one span has both its steps and a text made of them, and one says nothing of others.'
  if (!most?.overRaw) return 'Cannot tell yet: no span has both its steps and a text made of them.'
  const { difference, low, high } = most.overRaw
  const where = difference >= 0 ? 'above' : 'below'
  const words = `to be found by, the ${makerWords(most.maker)} ranks ${formatScore(Math.abs(difference), 3)} ${where} raw steps (95 % ${formatScore(low, 3)} to ${formatScore(high, 3)}, ${most.spans} spans)`
  const same = shared.find(({ maker }) => maker === most.maker)
  const onShared = same?.overRaw
    ? ` Over the ${same.spans} spans that every maker shares: ${formatScore(same.overRaw.difference, 3)} (${formatScore(same.overRaw.low, 3)} to ${formatScore(same.overRaw.high, 3)}).`
    : ''
  const told =
    low > 0 || high < 0 ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : `Cannot tell: ${words}.`
  return `${told}${onShared}`
}

/** Kinds of leaks that any maker has. */
export function leakKinds({ payloads }: AbstractionReport): string[] {
  return [...new Set(payloads.flatMap(({ leaks }) => Object.keys(leaks)))].sort()
}

export function keyTable({ keys, shared }: AbstractionReport): Cell[][] {
  const within = (over: string, scores: KeyScore[]) => scores.map((score) => ({ over, ...score }))
  return tableOf([...within('own', keys), ...within('shared', shared)], {
    over: ({ over }) => over,
    maker: ({ maker }) => maker,
    spans: ({ spans }) => spans,
    mrr: ({ mrr }) => mrr,
    raw_mrr: ({ rawMrr }) => rawMrr,
    less_raw: ({ overRaw }) => overRaw?.difference,
    low: ({ overRaw }) => overRaw?.low,
    high: ({ overRaw }) => overRaw?.high,
    winners_changed: ({ winnersChanged }) => winnersChanged,
  })
}

export function payloadTable(report: AbstractionReport): Cell[][] {
  const kinds = leakKinds(report)
  return [
    ['maker', 'spans', 'median_tokens', 'without_leaks', ...kinds, 'cited'],
    ...report.payloads.map(({ maker, spans, medianTokens, clean, leaks, cited }): Cell[] => [
      maker,
      spans,
      medianTokens,
      clean,
      ...kinds.map((kind) => leaks[kind as keyof typeof leaks] ?? 0),
      cited,
    ]),
  ]
}
