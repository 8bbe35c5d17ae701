import { type Dip, dipOf } from '../../statistics/cumulative.ts'
import { stretchOf } from '../../statistics/distributions.ts'
import {
  createRandom,
  FEWEST_BEYOND,
  farTail,
  type Interval,
  mean,
  quantile,
  seedFrom,
} from '../../statistics.ts'

/** What intervals of differences are drawn by, in the workbench and on the page Gain: the same numbers, so that both say the same. */
export function differenceDraws(seed: number): () => number {
  return createRandom(seedFrom('difference', seed))
}

/**
 * Differences to the twin, ready to be added up: draw, then cluster (tasks of one function: not independent), then point. A point is a
 * store size or the end of a block. `counts`: tasks behind each of them.
 */
export interface CurveData {
  /** What stands on the x axis. */
  points: number[]
  sums: number[][][]
  counts: number[][][]
  clusters: string[]
}

export interface CurvePoint {
  x: number
  /** Mean over draws, in the unit of the curve. */
  value: number
  /** 95 % interval: percentiles of clusters and draws drawn again together, stretched by `stretchOf`; null with one cluster. */
  interval: Interval | null
  /** Two-sided, of the draws of the interval: the alpha from which on it leaves 0 out, by `farTail` where few draws reach 0; null with one cluster. */
  p: number | null
  /** One value a draw. */
  draws: number[]
  tasks: number
}

export interface Curve {
  points: CurvePoint[]
  /** Half width of the band: 95 % of whole curves stay inside when arm and twin are the same. */
  reach: number[]
  /** Chance of a whole curve at least as far out somewhere, when they are the same. */
  p: number
  dip: Dip
  /**
   * Where 95 % of resampled curves recover, among those that do; no confidence interval. Null where none does.
   */
  breakEvenRange: Interval | null
  /** Chance of a dip at least this deep somewhere, when arm and twin are the same. */
  dipChance: number
  /** The depth that 5 % of curves reach when they are the same: a shallower dip is not significant. */
  detectableDepth: number
}

/** How sums over tasks become the value of a curve. */
export type Unit = 'pp' | 'instances'

interface CurveOptions {
  unit: Unit
  random: () => number
  resamples?: number
  /** What a dip is measured against: 0 or the running sum. */
  flips?: number
  /** Share of the intervals that may miss, 0..1. */
  alpha?: number
}

/** The curve with its intervals, the band of no effect and its dip. Null without a point or a cluster. */
export function analyseCurve(
  data: CurveData,
  { unit, random, resamples = 2_000, flips = 2_000, alpha = 0.05 }: CurveOptions,
): Curve | null {
  const drawCount = data.sums.length
  const clusterCount = data.clusters.length
  if (data.points.length === 0 || drawCount === 0 || clusterCount === 0) return null
  const table = flatten(data)
  const everyDraw = range(drawCount)
  const everyCluster = range(clusterCount)
  const values = valuesOf(table, unit, everyDraw, everyCluster)
  const resampled = Array.from({ length: clusterCount < 2 ? 0 : resamples }, () => {
    const clusters = redraw(clusterCount, random)
    return valuesOf(table, unit, redraw(drawCount, random), clusters)
  })
  const stretch = stretchOf(clusterCount, unit === 'pp' ? 100 : undefined)
  const byDraw = everyDraw.map((draw) => valuesOf(table, unit, [draw], everyCluster))
  const noEffect = flipSigns(data, unit, { random, flips })
  const dip = dipOf(values)
  const recoveries = resampled.flatMap((curve) => {
    const { breakEvenAt: at } = dipOf(curve)
    return at === null ? [] : [at === 0 ? 0 : (data.points[at - 1] ?? 0)]
  })
  return {
    points: data.points.map((x, i) => {
      const value = values[i] ?? 0
      const drawn = Float64Array.from(resampled, (curve) => curve[i] ?? 0)
      const column = drawn.map((one) => stretch(one, value)).sort()
      return {
        ...{ x, value },
        interval: intervalOf(column, alpha),
        p: column.length === 0 ? null : bootstrapP(column, () => farTail(drawn, clusterCount)),
        draws: byDraw.map((row) => row[i] ?? 0),
        tasks: (data.counts[0] ?? []).reduce((sum, counts) => sum + (counts[i] ?? 0), 0),
      }
    }),
    ...noEffect(values),
    dip,
    breakEvenRange: occurringRange(recoveries),
  }
}

type Sums = { flat: Float64Array; counts: Float64Array; points: number; clusters: number }

/** The tables laid out in one row each: a resample adds up a thousand numbers two thousand times. */
function flatten({ points, sums, counts, clusters }: CurveData): Sums {
  const row = (table: number[][][]) => Float64Array.from(table.flat(2))
  return { flat: row(sums), counts: row(counts), points: points.length, clusters: clusters.length }
}

function valuesOf(
  { flat, counts, points, clusters: width }: Sums,
  unit: Unit,
  draws: number[],
  clusters: number[],
): number[] {
  const sum = new Float64Array(points)
  const count = new Float64Array(points)
  for (const draw of draws)
    for (const cluster of clusters) {
      const from = (draw * width + cluster) * points
      for (let point = 0; point < points; point++) {
        sum[point] = (sum[point] as number) + (flat[from + point] as number)
        count[point] = (count[point] as number) + (counts[from + point] as number)
      }
    }
  const values: number[] = []
  for (let point = 0; point < points; point++) {
    const [value, tasks] = [sum[point] as number, count[point] as number]
    if (unit === 'instances') values.push(value / draws.length)
    else values.push(tasks === 0 ? 0 : (100 * value) / tasks)
  }
  return values
}

/** When arm and twin are the same, each cluster could as well have gone the other way, with all its draws and points at once. */
function flipSigns(data: CurveData, unit: Unit, { random, flips }: { random: () => number; flips: number }) {
  const table = flatten(data)
  const contributions = data.clusters.map((_, cluster) => {
    const alone = valuesOf(table, 'instances', range(data.sums.length), [cluster])
    if (unit === 'instances') return alone
    const tasks = data.points.map((__, point) => meanCount(data, point))
    return alone.map((value, point) => (100 * value) / (tasks[point] || 1))
  })
  const sds = data.points.map((_, point) =>
    Math.sqrt(contributions.reduce((sum, row) => sum + (row[point] ?? 0) ** 2, 0)),
  )
  const farthest = (curve: ArrayLike<number>) => {
    let far = 0
    for (const [i, sd] of sds.entries()) if (sd) far = Math.max(far, Math.abs(curve[i] as number) / sd)
    return far
  }
  const deepest = (curve: ArrayLike<number>) => {
    let depth = 0
    for (let i = 0; i < curve.length; i++) depth = Math.max(depth, -(curve[i] as number))
    return depth
  }
  const [worsts, depths] = [new Float64Array(flips), new Float64Array(flips)]
  const curve = new Float64Array(data.points.length)
  for (let flip = 0; flip < flips; flip++) {
    curve.fill(0)
    for (const row of contributions) {
      const sign = random() < 0.5 ? -1 : 1
      for (let i = 0; i < curve.length; i++) curve[i] = (curve[i] as number) + sign * (row[i] as number)
    }
    worsts[flip] = farthest(curve)
    depths[flip] = deepest(curve)
  }
  worsts.sort()
  depths.sort()
  const factor = quantile(worsts, 0.95) ?? 0
  return (seen: readonly number[]) => ({
    reach: sds.map((sd) => factor * sd),
    p: (worsts.filter((value) => value >= farthest(seen) - 1e-9).length + 1) / (flips + 1),
    dipChance: (depths.filter((value) => value >= deepest(seen) - 1e-9).length + 1) / (flips + 1),
    detectableDepth: quantile(depths, 0.95) ?? 0,
  })
}

function meanCount({ counts }: CurveData, point: number): number {
  return mean(counts.map((clusters) => clusters.reduce((sum, row) => sum + (row[point] ?? 0), 0))) ?? 0
}

function intervalOf(ascending: Float64Array, alpha: number): Interval | null {
  const [low, high] = [quantile(ascending, alpha / 2), quantile(ascending, 1 - alpha / 2)]
  return low === null || high === null ? null : { low, high }
}

/** The middle 95 %, of values that occur; null of none. */
function occurringRange(values: readonly number[]): Interval | null {
  const sorted = values.toSorted((a, b) => a - b)
  const nearest = (q: number) => sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)]
  const [low, high] = [nearest(0.025), nearest(0.975)]
  return low === undefined || high === undefined ? null : { low, high }
}

/** Inverts the interval: twice the share of draws, linear between neighbours, that lie on the other side of 0; below that `far`, where they are few. */
function bootstrapP(ascending: Float64Array, far: () => number): number {
  const below = shareUpTo(ascending, (value) => value <= 0)
  const above = 1 - shareUpTo(ascending, (value) => value < 0)
  const counted = Math.min(1, Math.max(2 / (ascending.length + 1), 2 * Math.min(below, above)))
  return counted * ascending.length < 2 * FEWEST_BEYOND ? Math.min(counted, far()) : counted
}

/** Where the quantile function passes 0, 0..1. */
function shareUpTo(ascending: Float64Array, isBefore: (value: number) => boolean): number {
  const count = ascending.filter(isBefore).length
  if (count === 0 || count === ascending.length) return count === 0 ? 0 : 1
  const [last, next] = [ascending[count - 1] ?? 0, ascending[count] ?? 0]
  return (count - 1 + last / (last - next)) / (ascending.length - 1)
}

function redraw(count: number, random: () => number): number[] {
  const drawn: number[] = []
  for (let i = 0; i < count; i++) drawn.push(Math.floor(random() * count))
  return drawn
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
