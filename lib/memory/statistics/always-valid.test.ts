import { describe, expect, it } from 'vitest'
import { createRandom } from '../statistics.ts'
import { alwaysValidMean, alwaysValidP, alwaysValidWinShare } from './always-valid.ts'

describe('what may be looked at while it runs', () => {
  it('the p value equals the one worked out by hand: five wins in a row make 2⁻⁵ ÷ (63/256)', () => {
    // B(5.5, 0.5) / B(0.5, 0.5) = (1·3·5·7·9)/(2·4·6·8·10) = 945/3840 = 63/256.
    expect(alwaysValidP(0, 5)).toBeCloseTo(2 ** -5 / (63 / 256), 12)
    expect(alwaysValidP(0, 0)).toBe(1)
  })

  it('interval and p value agree: ½ lies outside at the first look at which p falls below alpha', () => {
    for (const [b, c] of [
      [0, 9],
      [0, 8],
      [3, 20],
      [10, 12],
    ] as const) {
      const { low } = alwaysValidWinShare(b, c)
      expect(low > 0.5).toBe(alwaysValidP(b, c) <= 0.05)
    }
    expect(alwaysValidWinShare(0, 0)).toEqual({ low: 0, high: 1 })
    expect(alwaysValidWinShare(0, 4).high).toBe(1)
  })

  it('looking after every pair alarms at most 5 times in 100, where the fixed-n test would three times as often', () => {
    const random = createRandom(4)
    let alarms = 0
    const trials = 1_000
    for (let trial = 0; trial < trials; trial++) {
      let [b, c] = [0, 0]
      for (let look = 0; look < 300; look++) {
        if (random() < 0.5) b++
        else c++
        if (alwaysValidP(b, c) <= 0.05) {
          alarms++
          break
        }
      }
    }
    expect(alarms / trials).toBeLessThanOrEqual(0.05)
  })

  it('the interval of the mean difference holds the truth at every look at once', () => {
    const random = createRandom(12)
    let lost = 0
    const trials = 200
    for (let trial = 0; trial < trials; trial++) {
      const differences: number[] = []
      for (let i = 0; i < 200; i++) differences.push(random() < 0.1 ? 1 : random() < 0.08 ? -1 : 0)
      const truth = 0.1 - 0.9 * 0.08
      const isLost = [20, 50, 100, 150, 200].some((n) => {
        const interval = alwaysValidMean(differences.slice(0, n))
        return interval === null || interval.low > truth || interval.high < truth
      })
      lost += isLost ? 1 : 0
    }
    expect(lost / trials).toBeLessThanOrEqual(0.05)
    expect(alwaysValidMean([])).toBeNull()
    const late = alwaysValidMean(Array.from({ length: 2_000 }, (_, i) => (i % 10 === 0 ? 1 : 0)))
    expect(late?.low).toBeGreaterThan(0.05)
    expect(late?.high).toBeLessThan(0.16)
  })
})
