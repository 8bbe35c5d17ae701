import { compareArms, type Drawing, estimate } from '../../memory/statistics/compare.ts'
import { mean, quantile } from '../../memory/statistics.ts'
import { coverage } from '../../memory/studies/ranking-metrics.ts'
import type { BatchWinner, MetricsRow, PairRow } from '../../memory/studies/retrieval.ts'
import { BATCH_METRICS, type BatchMetric, COMPARED_METRICS } from '../../memory/studies/retrieval-terms.ts'

/** What one strategy found, query by query. */
export interface StrategyRun {
  strategy: string
  outcomes: readonly Pick<BatchWinner, 'entryIds' | 'values' | 'instanceId' | 'crossPhase' | 'tookMs'>[]
}

/** `clusters`: the instance of each labelled query. `drawn`: the other metrics get no interval; all when absent. */
export type MetricDrawing = Drawing & { drawn?: readonly BatchMetric[] }

/** Means of one strategy with their intervals. */
export function metricsOf({ strategy, outcomes }: StrategyRun, drawing: MetricDrawing): MetricsRow {
  const { drawn = BATCH_METRICS, ...rest } = drawing
  const column = (metric: BatchMetric) => columnOf(outcomes, metric)
  const each = <T>(value: (metric: BatchMetric) => T) =>
    Object.fromEntries(BATCH_METRICS.map((metric) => [metric, value(metric)])) as Record<BatchMetric, T>
  const times = Float64Array.from(outcomes.map(({ tookMs }) => tookMs)).sort()
  return {
    strategy,
    n: column('mrr').length,
    ...each((metric) => mean(column(metric))),
    crossPhaseRate: mean(outcomes.flatMap(({ crossPhase }) => crossPhase ?? [])),
    // What a person wrote has no instance, and is an answer all the same.
    coverage: coverage(outcomes.map(({ entryIds, instanceId }) => [...entryIds, ...(instanceId ?? [])])),
    p50Ms: quantile(times, 0.5),
    ci: each((metric) =>
      drawn.includes(metric) ? estimate(`${strategy} ${metric}`, column(metric), rest).ci : null,
    ),
  }
}

/** One metric of the labelled queries, in order. */
function columnOf(outcomes: StrategyRun['outcomes'], metric: BatchMetric): number[] {
  return outcomes.flatMap(({ values }) => values?.[metric] ?? [])
}

/** Two strategies over the same queries, metric by metric; not yet adjusted. The declared pair is taken the way round it was declared. */
export function comparisonsOf(
  one: StrategyRun,
  other: StrategyRun,
  { drawn = BATCH_METRICS, ...drawing }: MetricDrawing,
  declared: readonly [string, string] | null,
): PairRow[] {
  const isTurned = one.strategy === declared?.[1] && other.strategy === declared[0]
  const [a, b] = isTurned ? [other, one] : [one, other]
  const isDeclared = a.strategy === declared?.[0] && b.strategy === declared[1]
  return COMPARED_METRICS.filter((metric) => drawn.includes(metric)).flatMap((metric): PairRow[] => {
    const [left, right] = [columnOf(a.outcomes, metric), columnOf(b.outcomes, metric)]
    const compared = compareArms(`${a.strategy} ${b.strategy} ${metric}`, left, right, drawing)
    if (!compared) return []
    const { difference, low, high, aheadCount, behindCount, p } = compared
    const primary = isDeclared && metric === COMPARED_METRICS[0]
    const names = { a: a.strategy, b: b.strategy, metric }
    return [{ ...names, difference, low, high, aheadCount, behindCount, primary, p, pHolm: null }]
  })
}
