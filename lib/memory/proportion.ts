import type { Interval } from './statistics.ts'

/** Two-sided 95 % quantile of the normal distribution. */
const Z_95 = 1.959963984540054

/**
 * Wilson score interval of a share, 95 % (Wilson 1927): `count` of `n`. Drawn without replacement from `population` items, the
 * sample counts as larger by the finite population correction (n' = n·(N−1)/(N−n)); all of them drawn leaves no doubt.
 * Throws RangeError when n is 0 or the count does not fit.
 */
export function wilsonInterval(count: number, n: number, population = Number.POSITIVE_INFINITY): Interval {
  if (!(n > 0) || count < 0 || count > n || n > population)
    throw new RangeError(`${count} of ${n} in ${population}`)
  const p = count / n
  if (n === population) return { low: p, high: p }
  const size = Number.isFinite(population) ? (n * (population - 1)) / (population - n) : n
  const z2 = Z_95 * Z_95
  const middle = p + z2 / (2 * size)
  const reach = Z_95 * Math.sqrt((p * (1 - p)) / size + z2 / (4 * size * size))
  const scale = 1 + z2 / size
  // Exact at the ends, where rounding would leave a trace of an item.
  return {
    low: count === 0 ? 0 : Math.max(0, (middle - reach) / scale),
    high: count === n ? 1 : Math.min(1, (middle + reach) / scale),
  }
}
