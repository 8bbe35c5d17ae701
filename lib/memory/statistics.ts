import { studentCdf } from './statistics/distributions.ts'

/** Seed of the intervals and tests of every report that names none. Ours. */
export const INTERVAL_SEED = 1
/** Draws of the same, wherever a comparison stands: as the evaluation plan asks. A study that is ordered may ask for others and says so. */
export const INTERVAL_DRAWS = 10_000

/** A stream of numbers in [0, 1), the same for the same seed on every machine (mulberry32). Not for secrets. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A 32-bit seed from a text (FNV-1a), so that each query draws its own numbers. */
export function seedFrom(text: string, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** A new list in random order (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items]
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = result[i] as T
    result[i] = result[j] as T
    result[j] = held
  }
  return result
}

/** Quantile `q` (0..1) of ascending values, linear between neighbours (type 7 of Hyndman and Fan 1996); null when empty. */
export function quantile(ascending: ArrayLike<number>, q: number): number | null {
  if (ascending.length === 0) return null
  const place = (ascending.length - 1) * q
  const low = Math.floor(place)
  const below = ascending[low] ?? 0
  const above = ascending[Math.min(low + 1, ascending.length - 1)] ?? below
  return below + (above - below) * (place - low)
}

/** Mean, or null of nothing. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export interface Interval {
  low: number
  high: number
}

interface BootstrapOptions {
  random: () => number
  /** Draws (ours: 10,000, as the evaluation plan asks). */
  resamples?: number
  /** Coverage, 0..1. */
  level?: number
  /**
   * One name a value: values of one name are drawn together, because they are not independent (several questions of one
   * instance). Absent: every value by itself.
   */
  clusters?: readonly string[]
}

/**
 * Percentile bootstrap interval of a mean over queries or instances (Efron and Tibshirani 1993, ch. 13).
 * Null with fewer than two clusters, and where all of them say the same: there is no spread to draw from, and a point is no interval.
 */
export function bootstrapInterval(values: readonly number[], options: BootstrapOptions): Interval | null {
  const groups = groupsOf(values, options.clusters)
  if (groups.length < 2 || !isSpread(groups)) return null
  return intervalOf(resampledMeans(groups, options), options.level ?? 0.95)
}

export interface PairedDifference extends Interval {
  /** Mean of a − b. */
  difference: number
  /** Two-sided: share of draws on the other side of 0, with one added to both counts, at most 1; `farTail` where they are few; of the sign test without spread. */
  p: number
}

/**
 * Paired bootstrap of a mean difference: the same queries are drawn for both, so what they share cancels.
 * `a` and `b` hold one value a query, in the same order. Null with fewer than two clusters. Where every cluster differs by the same d
 * there is no spread to draw from: the interval is that of a sign test (Clopper and Pearson 1934, n of n), every other cluster taken
 * to differ by −d.
 */
export function pairedBootstrap(
  a: readonly number[],
  b: readonly number[],
  options: BootstrapOptions,
): PairedDifference | null {
  if (a.length !== b.length) throw new RangeError(`${a.length} values against ${b.length}: not pairs`)
  const differences = a.map((value, i) => value - (b[i] ?? 0))
  const groups = groupsOf(differences, options.clusters)
  if (groups.length < 2) return null
  const level = options.level ?? 0.95
  const difference = mean(differences) ?? 0
  if (!isSpread(groups)) return withoutSpread(difference, groups.length, level)
  const means = resampledMeans(groups, options)
  const atMostZero = means.filter((value) => value <= 0).length
  const atLeastZero = means.filter((value) => value >= 0).length
  const beyond = Math.min(atMostZero, atLeastZero)
  const counted = Math.min(1, (2 * (beyond + 1)) / (means.length + 1))
  const p = beyond < FEWEST_BEYOND ? farTail(means, groups.length) : counted
  return { difference, p, ...intervalOf(means, level) }
}

/** Fewer draws than this beyond 0 are too few to count a p by, which could not fall below 2 ÷ draws. Ours. */
export const FEWEST_BEYOND = 10

/**
 * Two-sided p of a difference whose draws hardly reach 0: Student's t by the mean and spread of the draws, the spread that of n clusters
 * (as in `stretchOf`). Never below what n signs can say, 2·½ⁿ.
 */
export function farTail(draws: Float64Array, clusters: number): number {
  const centre = draws.reduce((sum, value) => sum + value, 0) / draws.length
  const variance = draws.reduce((sum, value) => sum + (value - centre) ** 2, 0) / draws.length
  const df = clusters - 1
  const t = Math.abs(centre) / Math.sqrt((variance * clusters) / df)
  return Math.min(1, Math.max(2 * 0.5 ** clusters, Number.isFinite(t) ? 2 * studentCdf(-t, df) : 0))
}

/** n clusters of which each differs by the same. */
function withoutSpread(difference: number, n: number, level: number): PairedDifference {
  if (difference === 0) return { difference, low: 0, high: 0, p: 1 }
  const other = difference * (2 * ((1 - level) / 2) ** (1 / n) - 1)
  return {
    difference,
    low: Math.min(difference, other),
    high: Math.max(difference, other),
    p: Math.min(1, 2 * 0.5 ** n),
  }
}

type Group = { sum: number; count: number }

function isSpread(groups: readonly Group[]): boolean {
  const [first] = groups
  return groups.some(
    ({ sum, count }) => first && Math.abs(sum / count - first.sum / first.count) > Number.EPSILON,
  )
}

function resampledMeans(
  groups: readonly Group[],
  { random, resamples = INTERVAL_DRAWS }: BootstrapOptions,
): Float64Array {
  // In plain rows: ten thousand draws of five hundred values are five million look-ups.
  const sums = Float64Array.from(groups, (group) => group.sum)
  const counts = Float64Array.from(groups, (group) => group.count)
  const means = new Float64Array(resamples)
  for (let draw = 0; draw < resamples; draw++) {
    let sum = 0
    let count = 0
    for (let i = 0; i < sums.length; i++) {
      const place = Math.floor(random() * sums.length)
      sum += sums[place] as number
      count += counts[place] as number
    }
    means[draw] = sum / count
  }
  return means.sort()
}

function groupsOf(values: readonly number[], clusters: readonly string[] | undefined): Group[] {
  if (!clusters) return values.map((value) => ({ sum: value, count: 1 }))
  if (clusters.length !== values.length)
    throw new RangeError(`${values.length} values in ${clusters.length} clusters`)
  const groups = new Map<string, Group>()
  for (const [i, value] of values.entries()) {
    const name = clusters[i] ?? ''
    const group = groups.get(name) ?? { sum: 0, count: 0 }
    groups.set(name, { sum: group.sum + value, count: group.count + 1 })
  }
  return [...groups.values()]
}

function intervalOf(ascending: Float64Array, level: number): Interval {
  const tail = (1 - level) / 2
  return { low: quantile(ascending, tail) ?? 0, high: quantile(ascending, 1 - tail) ?? 0 }
}

/** Holm's step-down adjustment (Holm 1979), in the order given: adjusted p values, each 0..1. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, place) => ({ p, place })).sort((x, y) => x.p - y.p)
  const adjusted = pValues.map(() => 1)
  let highest = 0
  order.forEach(({ p, place }, rank) => {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - rank)))
    adjusted[place] = highest
  })
  return adjusted
}

/**
 * Benjamini and Hochberg's adjustment (1995), in the order given: calling everything at or below q a finding keeps the expected
 * share of false ones at q. Adjusted p values, each 0..1.
 */
export function falseDiscovery(pValues: readonly number[]): number[] {
  const order = pValues.map((p, place) => ({ p, place })).sort((x, y) => y.p - x.p)
  const adjusted = pValues.map(() => 1)
  let lowest = 1
  order.forEach(({ p, place }, fromTop) => {
    lowest = Math.min(lowest, (p * pValues.length) / (pValues.length - fromTop))
    adjusted[place] = lowest
  })
  return adjusted
}

/**
 * Agreement of two judges on grades 0..levels−1 beyond chance, quadratic weights (Cohen 1968): two grades apart counts four
 * times one. 1 = the same throughout; null when there is nothing to compare or chance alone would agree.
 */
export function weightedKappa(a: readonly number[], b: readonly number[], levels: number): number | null {
  if (a.length !== b.length) throw new RangeError(`${a.length} grades against ${b.length}: not pairs`)
  const share = (grades: readonly number[], level: number) =>
    grades.filter((grade) => grade === level).length / grades.length
  let observed = 0
  let expected = 0
  for (const [i, grade] of a.entries()) observed += (grade - (b[i] ?? 0)) ** 2 / a.length
  for (let x = 0; x < levels; x++)
    for (let y = 0; y < levels; y++) expected += (x - y) ** 2 * share(a, x) * share(b, y)
  return a.length === 0 || expected === 0 ? null : 1 - observed / expected
}
