import type { BatchWinner, MetricsRow } from '../memory/lab/batch.ts'
import { BATCH_METRICS, type BatchMetric } from '../memory/lab/batch-terms.ts'
import { coverage } from '../memory/lab/metrics.ts'
import { bootstrapInterval, createRandom, mean, quantile, seedFrom } from '../memory/statistics.ts'

/** What one strategy found, query by query. */
export interface StrategyRun {
  strategy: string
  outcomes: readonly Pick<BatchWinner, 'values' | 'instanceId' | 'crossPhase' | 'tookMs'>[]
}

export interface Bootstrap {
  seed: number
  resamples: number
  /** The instance of each labelled query: questions of one instance are drawn together. */
  clusters: readonly string[]
  /** The other metrics get no interval; all when absent. */
  drawn?: readonly BatchMetric[]
}

/** Means of one strategy with their intervals. Each metric draws its own numbers, so that what else is measured changes nothing. */
export function metricsOf(
  { strategy, outcomes }: StrategyRun,
  { seed, drawn = BATCH_METRICS, ...drawing }: Bootstrap,
): MetricsRow {
  const column = (metric: BatchMetric) => columnOf(outcomes, metric)
  const means = Object.fromEntries(BATCH_METRICS.map((metric) => [metric, mean(column(metric))]))
  const ci = BATCH_METRICS.map((metric) => {
    if (!drawn.includes(metric)) return [metric, null]
    const random = createRandom(seedFrom(`${strategy} ${metric}`, seed))
    const interval = bootstrapInterval(column(metric), { random, ...drawing })
    return [metric, interval && [interval.low, interval.high]]
  })
  const times = Float64Array.from(outcomes.map(({ tookMs }) => tookMs)).sort()
  return {
    strategy,
    n: column('mrr').length,
    ...(means as Record<BatchMetric, number | null>),
    crossPhaseRate: mean(outcomes.flatMap(({ crossPhase }) => crossPhase ?? [])),
    coverage: coverage(outcomes.map(({ instanceId }) => (instanceId === null ? [] : [instanceId]))),
    p50Ms: quantile(times, 0.5),
    ci: Object.fromEntries(ci) as MetricsRow['ci'],
  }
}

/** One metric of the labelled queries, in order. */
export function columnOf(outcomes: StrategyRun['outcomes'], metric: BatchMetric): number[] {
  return outcomes.flatMap(({ values }) => values?.[metric] ?? [])
}
