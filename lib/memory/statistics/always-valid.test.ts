import { expect, it } from 'vitest'
import { createRandom } from '../statistics.ts'
import { alwaysValidCount } from './always-valid.ts'

/** Ways to draw k of n, counted by Pascal's rule. */
function ways(n: number, k: number): number {
  if (k < 0 || k > n) return 0
  return k === 0 || k === n ? 1 : ways(n - 1, k - 1) + ways(n - 1, k)
}

it('holds every number whose posterior under a uniform prior is above alpha times the prior, worked out by counting', () => {
  for (const [count, n, population] of [
    [0, 5, 14],
    [1, 3, 14],
    [4, 8, 12],
    [0, 0, 6],
    [3, 6, 6],
  ] as const) {
    const chances = Array.from(
      { length: population + 1 },
      (_, marked) => (ways(marked, count) * ways(population - marked, n - count)) / ways(population, n),
    )
    const total = chances.reduce((sum, chance) => sum + chance, 0)
    const kept = chances.flatMap((chance, marked) =>
      chance / total > 0.05 / (population + 1) ? [marked] : [],
    )
    expect(alwaysValidCount(count, n, population)).toEqual({ low: kept[0], high: kept.at(-1) })
  }
})

it('looking after every item misses the truth at most 5 times in 100, where the interval for one look would three times as often', () => {
  const random = createRandom(4)
  const [population, marked, drawn, trials] = [400, 40, 120, 300]
  let [missed, missedByOneLook] = [0, 0]
  for (let trial = 0; trial < trials; trial++) {
    let [count, left, isMissed, isMissedByOneLook] = [0, marked, false, false]
    for (let n = 1; n <= drawn; n++) {
      if (random() < left / (population - n + 1)) {
        count++
        left--
      }
      const { low, high } = alwaysValidCount(count, n, population)
      isMissed ||= low > marked || high < marked
      // Normal interval of the share with the finite population correction, as one would compute it once.
      const share = count / n
      const reach = 1.96 * Math.sqrt((share * (1 - share) * (population - n)) / (n * (population - 1)))
      isMissedByOneLook ||= n >= 30 && Math.abs(share - marked / population) > reach
    }
    if (isMissed) missed++
    if (isMissedByOneLook) missedByOneLook++
  }
  expect(missed / trials).toBeLessThanOrEqual(0.05)
  expect(missedByOneLook / trials).toBeGreaterThan(3 * 0.05)
})
