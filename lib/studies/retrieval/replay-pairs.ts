import { createRandom, holm, pairedBootstrap, seedFrom } from '../../memory/statistics.ts'
import type { PairRow } from '../../memory/studies/retrieval.ts'
import { BATCH_METRICS, COMPARED_METRICS } from '../../memory/studies/retrieval-terms.ts'
import { type Bootstrap, columnOf, type StrategyRun } from './replay-metrics.ts'

/** Two strategies over the same queries, metric by metric; not yet adjusted. The declared pair is taken the way round it was declared. */
export function comparisonsOf(
  one: StrategyRun,
  other: StrategyRun,
  { seed, drawn = BATCH_METRICS, ...drawing }: Bootstrap,
  declared: readonly [string, string] | null,
): PairRow[] {
  const isTurned = one.strategy === declared?.[1] && other.strategy === declared[0]
  const [a, b] = isTurned ? [other, one] : [one, other]
  const isDeclared = a.strategy === declared?.[0] && b.strategy === declared[1]
  return COMPARED_METRICS.filter((metric) => drawn.includes(metric)).flatMap((metric): PairRow[] => {
    const random = createRandom(seedFrom(`${a.strategy} ${b.strategy} ${metric}`, seed))
    const [left, right] = [columnOf(a.outcomes, metric), columnOf(b.outcomes, metric)]
    const compared = pairedBootstrap(left, right, { random, ...drawing })
    if (!compared) return []
    const { difference, low, high, p } = compared
    const signs = left.map((value, i) => Math.sign(value - (right[i] ?? 0)))
    return [
      {
        a: a.strategy,
        b: b.strategy,
        metric,
        difference,
        low,
        high,
        aheadCount: signs.filter((sign) => sign > 0).length,
        behindCount: signs.filter((sign) => sign < 0).length,
        primary: isDeclared && metric === COMPARED_METRICS[0],
        p,
        pHolm: null,
      },
    ]
  })
}

/** Comparisons with their p values adjusted by Holm, the declared one apart. */
export function withHolm(paired: readonly PairRow[]): PairRow[] {
  const adjusted = holm(paired.filter(({ primary }) => !primary).map(({ p }) => p))
  let next = 0
  return paired.map((row) => (row.primary ? row : { ...row, pHolm: adjusted[next++] ?? null }))
}
