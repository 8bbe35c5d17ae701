import type { Interval } from '../statistics.ts'
import { logBeta } from './distributions.ts'

/**
 * How many of `population` items are marked, in items, after `count` of `n` drawn without replacement were: an interval that holds the
 * truth at every look at once with chance 95 %. Uniform prior over the number, divided by its posterior, is a martingale under the
 * truth; every number stays in that it does not rule out (Waudby-Smith and Ramdas 2020, prior-posterior ratio; Ville 1939).
 */
export function alwaysValidCount(count: number, n: number, population: number): Interval {
  if (count < 0 || count > n || n > population) throw new RangeError(`${count} of ${n} in ${population}`)
  const left = population - n
  const [a, b] = [count + 1, n - count + 1]
  // Beta-binomial: how many of those not drawn are marked.
  let logPosterior = logBeta(a, left + b) - logBeta(a, b)
  const least = Math.log(0.05 / (population + 1))
  let [low, high]: [number | null, number] = [null, count]
  for (let more = 0; more <= left; more++) {
    if (logPosterior > least) {
      low ??= count + more
      high = count + more
    }
    logPosterior += Math.log(((left - more) * (more + a)) / ((more + 1) * (left - more - 1 + b)))
  }
  return { low: low ?? count, high }
}
