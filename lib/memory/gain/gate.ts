import { type Interval, quantile } from '../statistics.ts'
import type { CurveData } from './curve.ts'

/** A store size below which to work without memory, or `all`: at every size that was tried. */
export type GateThreshold = number | 'all'

export interface GateAdvice {
  /** Below this store size the agent should work without memory; null = no advice. */
  below: GateThreshold | null
  /** The threshold that would have been best on the tasks that chose it; null when abstaining never looked better. */
  candidate: GateThreshold | null
  /** What abstaining below the candidate saves on the other tasks, percentage points a rung below it, with its interval. */
  savedPp: number | null
  interval: Interval | null
}

/**
 * Should the agent abstain while the store is small? The threshold with the largest sum of losses below it is chosen on every other
 * cluster and judged on the rest, so that chance does not count twice; advice is given only when the saving's interval lies above 0
 * there (ours). Default: no advice. The twin must be no memory: only then is abstaining the other choice.
 */
export function adviseGate(
  data: CurveData,
  { random, resamples = 2_000 }: { random: () => number; resamples?: number },
): GateAdvice {
  const clusters = data.clusters.map((_, i) => i)
  const chooses = clusters.filter((i) => i % 2 === 0)
  const judges = clusters.filter((i) => i % 2 === 1)
  const rungs = data.points.length
  const savings = Array.from({ length: rungs + 1 }, (_, below) => saved(data, chooses, below))
  const best = savings.reduce((top, value, i) => (value > (savings[top] ?? 0) ? i : top), 0)
  if (judges.length < 2 || (savings[best] ?? 0) <= 0)
    return { below: null, candidate: null, savedPp: null, interval: null }
  const drawn = Array.from(
    { length: resamples },
    () =>
      saved(
        data,
        judges.map(() => judges[Math.floor(random() * judges.length)] ?? 0),
        best,
      ) / best,
  ).sort((a, b) => a - b)
  const interval = { low: quantile(drawn, 0.025) ?? 0, high: quantile(drawn, 0.975) ?? 0 }
  const candidate = best === rungs ? 'all' : (data.points[best] ?? null)
  return {
    below: interval.low > 0 ? candidate : null,
    candidate,
    savedPp: saved(data, judges, best) / best,
    interval,
  }
}

/** Sum of the losses on the first `below` rungs, percentage points: what working without memory there would have saved. */
function saved({ points, sums, counts }: CurveData, clusters: readonly number[], below: number): number {
  return points.slice(0, below).reduce((total, _, point) => {
    let [sum, count] = [0, 0]
    for (const [draw, rows] of sums.entries())
      for (const cluster of clusters) {
        sum += rows[cluster]?.[point] ?? 0
        count += counts[draw]?.[cluster]?.[point] ?? 0
      }
    return count === 0 ? total : total - (100 * sum) / count
  }, 0)
}
