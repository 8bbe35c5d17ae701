import { type Interval, quantile } from '../../statistics.ts'
import type { CurveData } from './curve.ts'

/** A store size below which to work without memory, or `all`: at every size that was tried. */
type GateThreshold = number | 'all'

type Sums = { flat: Float64Array; counts: Float64Array; points: number }

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
  const table = overDraws(data)
  const savings = Array.from({ length: rungs + 1 }, (_, below) => saved(table, chooses, below))
  const best = savings.reduce((top, value, i) => (value > (savings[top] ?? 0) ? i : top), 0)
  if (judges.length < 2 || (savings[best] ?? 0) <= 0)
    return { below: null, candidate: null, savedPp: null, interval: null }
  const drawn = Array.from(
    { length: resamples },
    () =>
      saved(
        table,
        judges.map(() => judges[Math.floor(random() * judges.length)] ?? 0),
        best,
      ) / best,
  ).sort((a, b) => a - b)
  const interval = { low: quantile(drawn, 0.025) ?? 0, high: quantile(drawn, 0.975) ?? 0 }
  const candidate = best === rungs ? 'all' : (data.points[best] ?? null)
  return {
    below: interval.low > 0 ? candidate : null,
    candidate,
    savedPp: saved(table, judges, best) / best,
    interval,
  }
}

/** Sums and counts of each cluster at each point, over all draws: a resample draws clusters alone. */
function overDraws({ points, sums, counts, clusters }: CurveData): Sums {
  const width = points.length
  const [flat, tasks] = [new Float64Array(clusters.length * width), new Float64Array(clusters.length * width)]
  for (const [draw, rows] of sums.entries())
    for (let cluster = 0; cluster < clusters.length; cluster++)
      for (let point = 0; point < width; point++) {
        const place = cluster * width + point
        flat[place] = (flat[place] as number) + (rows[cluster]?.[point] ?? 0)
        tasks[place] = (tasks[place] as number) + (counts[draw]?.[cluster]?.[point] ?? 0)
      }
  return { flat, counts: tasks, points: width }
}

/** Sum of the losses on the first `below` rungs, percentage points: what working without memory there would have saved. */
function saved({ flat, counts, points }: Sums, clusters: readonly number[], below: number): number {
  let total = 0
  for (let point = 0; point < below; point++) {
    let [sum, count] = [0, 0]
    for (const cluster of clusters) {
      sum += flat[cluster * points + point] as number
      count += counts[cluster * points + point] as number
    }
    if (count > 0) total -= (100 * sum) / count
  }
  return total
}
