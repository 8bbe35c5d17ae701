import { type AbstractionReport, RAW } from '../../../lib/memory/abstraction-audit.ts'
import type { Cell } from '../../charts/cell.ts'
import { formatScore } from '../../ui/format.ts'

/** A maker in words; what rules make is an excerpt, never an experience. */
export function makerWords(maker: string): string {
  if (maker === RAW) return 'raw steps'
  if (maker.startsWith('rules')) return `excerpt by ${maker}`
  if (maker === 'person') return 'written by a person'
  return `experience, ${maker}`
}

export function abstractionVerdict({ keys }: AbstractionReport): string {
  const best = keys
    .filter(({ overRaw }) => overRaw !== null)
    .sort((a, b) => (b.overRaw?.difference ?? 0) - (a.overRaw?.difference ?? 0))[0]
  if (!best?.overRaw) return 'Cannot tell yet: no span has both its steps and a text made of them.'
  const { difference, low, high } = best.overRaw
  const words = `as a key the ${makerWords(best.maker)} ranks ${formatScore(Math.abs(difference), 3)} ${difference >= 0 ? 'above' : 'below'} raw steps`
  if (low > 0 || high < 0) return `${words.charAt(0).toUpperCase()}${words.slice(1)} in mean reciprocal rank.`
  return `Cannot tell: ${words}, and the interval holds 0.`
}

/** Kinds of leaks that any maker has. */
export function leakKinds({ payloads }: AbstractionReport): string[] {
  return [...new Set(payloads.flatMap(({ leaks }) => Object.keys(leaks)))].sort()
}

export function keyTable({ keys }: AbstractionReport): Cell[][] {
  return [
    ['maker', 'mrr', 'less_raw', 'low', 'high', 'winners_changed'],
    ...keys.map(({ maker, mrr, overRaw, winnersChanged }): Cell[] => [
      maker,
      mrr,
      overRaw?.difference ?? null,
      overRaw?.low ?? null,
      overRaw?.high ?? null,
      winnersChanged,
    ]),
  ]
}

export function payloadTable(report: AbstractionReport): Cell[][] {
  const kinds = leakKinds(report)
  return [
    ['maker', 'median_tokens', 'without_leaks', ...kinds, 'cited'],
    ...report.payloads.map(({ maker, medianTokens, clean, leaks, cited }): Cell[] => [
      maker,
      medianTokens,
      clean,
      ...kinds.map((kind) => leaks[kind as keyof typeof leaks] ?? 0),
      cited,
    ]),
  ]
}
