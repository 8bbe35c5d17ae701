import type { Interval } from '../statistics.ts'
import { normalQuantile } from './distributions.ts'

/** Two-sided 95 % quantile of the normal distribution. */
const Z_95 = 1.959963984540054

/**
 * Wilson score interval of a share, 95 % unless `level` says otherwise (Wilson 1927): `count` of `n`. Drawn without replacement from `population` items, the
 * sample counts as larger by the finite population correction (n' = n·(N−1)/(N−n)); all of them drawn leaves no doubt.
 * Throws RangeError when n is 0 or the count does not fit.
 */
export function wilsonInterval(
  count: number,
  n: number,
  population = Number.POSITIVE_INFINITY,
  level = 0.95,
): Interval {
  if (!(n > 0) || count < 0 || count > n || n > population)
    throw new RangeError(`${count} of ${n} in ${population}`)
  const p = count / n
  if (n === population) return { low: p, high: p }
  const size = Number.isFinite(population) ? (n * (population - 1)) / (population - n) : n
  const z = level === 0.95 ? Z_95 : normalQuantile((1 + level) / 2)
  const z2 = z * z
  const middle = p + z2 / (2 * size)
  const reach = z * Math.sqrt((p * (1 - p)) / size + z2 / (4 * size * size))
  const scale = 1 + z2 / size
  // Exact at the ends, where rounding would leave a trace of an item.
  return {
    low: count === 0 ? 0 : Math.max(0, (middle - reach) / scale),
    high: count === n ? 1 : Math.min(1, (middle + reach) / scale),
  }
}

/**
 * Wilson interval of a share whose answers come in clusters (questions of one instance are not independent): n is divided by the design
 * effect, the variance between clusters over that of as many independent answers (Kish 1965), at least 1. Where all say the same there is
 * nothing to tell it by, and each cluster counts once. Null without an answer.
 */
export function clusteredWilson(marks: readonly boolean[], clusters: readonly string[]): Interval | null {
  const n = marks.length
  if (n === 0) return null
  const count = marks.filter(Boolean).length
  const p = count / n
  const sums = new Map<string, number>()
  marks.forEach((mark, i) => {
    sums.set(clusters[i] ?? '', (sums.get(clusters[i] ?? '') ?? 0) + Number(mark) - p)
  })
  const own = [...sums.values()].reduce((total, sum) => total + sum * sum, 0) * (sums.size / (sums.size - 1))
  const effect = count === 0 || count === n || sums.size < 2 ? n / sums.size : own / (n * p * (1 - p))
  const size = n / Math.max(1, effect)
  return wilsonInterval(p * size, size)
}
