import { bootstrapInterval, createRandom, mean, quantile, seedFrom } from '../../memory/statistics.ts'
import { coverage } from '../../memory/studies/ranking-metrics.ts'
import type { BatchWinner, MetricsRow } from '../../memory/studies/retrieval.ts'
import { BATCH_METRICS, type BatchMetric } from '../../memory/studies/retrieval-terms.ts'

/** What one strategy found, query by query. */
export interface StrategyRun {
  strategy: string
  outcomes: readonly Pick<BatchWinner, 'entryIds' | 'values' | 'instanceId' | 'crossPhase' | 'tookMs'>[]
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
    // What a person wrote has no instance, and is an answer all the same.
    coverage: coverage(outcomes.map(({ entryIds, instanceId }) => [...entryIds, ...(instanceId ?? [])])),
    p50Ms: quantile(times, 0.5),
    ci: Object.fromEntries(ci) as MetricsRow['ci'],
  }
}

/** One metric of the labelled queries, in order. */
export function columnOf(outcomes: StrategyRun['outcomes'], metric: BatchMetric): number[] {
  return outcomes.flatMap(({ values }) => values?.[metric] ?? [])
}
