import type { Interval } from '../statistics.ts'
import { bisect, logBeta } from './distributions.ts'

/**
 * What may be looked at while it runs. Among discordant pairs the variant wins with ½ when nothing differs; a Beta(½, ½) mixture
 * over the other values is a martingale under that, so its inverse is a p value at every look (Robbins 1970; Ville 1939).
 */
export function alwaysValidP(onlyBase: number, onlyVariant: number): number {
  const logMixture = logBeta(onlyVariant + 0.5, onlyBase + 0.5) - logBeta(0.5, 0.5)
  return Math.min(1, Math.exp(-(onlyBase + onlyVariant) * Math.LN2 - logMixture))
}

/**
 * Interval of the variant's share of the discordant pairs that holds the truth at every look at once with chance 1 − alpha (the
 * same mixture, inverted). 0..1; all of it before the first discordant pair.
 */
export function alwaysValidWinShare(onlyBase: number, onlyVariant: number, alpha = 0.05): Interval {
  const n = onlyBase + onlyVariant
  if (n === 0) return { low: 0, high: 1 }
  const logMixture = logBeta(onlyVariant + 0.5, onlyBase + 0.5) - logBeta(0.5, 0.5)
  // Log of mixture ÷ likelihood, less log(1 / alpha): inside while it is below 0. Convex in p, lowest at the share seen.
  const excess = (p: number) => {
    const likelihood =
      (onlyVariant === 0 ? 0 : onlyVariant * Math.log(p)) + (onlyBase === 0 ? 0 : onlyBase * Math.log1p(-p))
    return logMixture - likelihood + Math.log(alpha)
  }
  const seen = onlyVariant / n
  return {
    low: onlyVariant === 0 ? 0 : bisect((p) => -excess(p), 1e-15, seen),
    high: onlyBase === 0 ? 1 : bisect(excess, seen, 1 - 1e-15),
  }
}

/**
 * Interval of a mean of values in −1..1 (paired differences) that holds at every look at once: the predictable plug-in empirical
 * Bernstein sequence (Waudby-Smith and Ramdas 2024, eq. 15). Takes the values in the order they came; null before the first.
 */
export function alwaysValidMean(differences: readonly number[], alpha = 0.05): Interval | null {
  if (differences.length === 0) return null
  const log = Math.log(2 / alpha)
  let [weights, weighted, spent] = [0, 0, 0]
  let [meanBefore, varianceBefore] = [0.5, 0.25]
  let [sum, squares] = [0.5, 0.25]
  differences.forEach((difference, i) => {
    const t = i + 1
    const x = (difference + 1) / 2
    const lambda = Math.min(0.5, Math.sqrt((2 * log) / (varianceBefore * t * Math.log(t + 1))))
    weights += lambda
    weighted += lambda * x
    spent += 4 * (x - meanBefore) ** 2 * ((-Math.log1p(-lambda) - lambda) / 4)
    sum += x
    const middle = sum / (t + 1)
    squares += (x - middle) ** 2
    meanBefore = middle
    varianceBefore = squares / (t + 1)
  })
  const [middle, reach] = [weighted / weights, (log + spent) / weights]
  return { low: Math.max(-1, 2 * (middle - reach) - 1), high: Math.min(1, 2 * (middle + reach) - 1) }
}
