import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bootstrapInterval,
  createRandom,
  holm,
  mean,
  pairedBootstrap,
  quantile,
  seedFrom,
  shuffled,
  weightedKappa,
} from './statistics.ts'

describe('createRandom', () => {
  it('gives the same numbers for the same seed, on every machine', () => {
    const random = createRandom(42)
    expect([random(), random(), random()]).toEqual([
      0.6011037519201636, 0.44829055899754167, 0.8524657934904099,
    ])
    expect(seedFrom('a')).not.toBe(seedFrom('b'))
    expect(shuffled([1, 2, 3, 4, 5], createRandom(7))).toEqual(shuffled([1, 2, 3, 4, 5], createRandom(7)))
  })

  it('is spread evenly enough: ten bins of 10,000 draws within 10 % of 1,000', () => {
    const random = createRandom(1)
    const bins = Array.from({ length: 10 }, () => 0)
    for (let i = 0; i < 10_000; i++) {
      const bin = Math.floor(random() * 10)
      bins[bin] = (bins[bin] ?? 0) + 1
    }
    for (const count of bins) expect(Math.abs(count - 1_000)).toBeLessThan(100)
  })
})

describe('quantile', () => {
  it('is linear between neighbours', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5)
    expect(quantile([1, 2, 3, 4], 1)).toBe(4)
    expect(quantile([], 0.5)).toBeNull()
  })
})

describe('bootstrapInterval', () => {
  it('holds the mean, and is null below two values', () => {
    const values = [0, 1, 1, 0, 1, 1, 1, 0, 1, 1]
    const interval = bootstrapInterval(values, { random: createRandom(1) })
    expect(interval?.low).toBeLessThan(0.7)
    expect(interval?.high).toBeGreaterThan(0.7)
    expect(bootstrapInterval([1], { random: createRandom(1) })).toBeNull()
    expect(mean([])).toBeNull()
  })

  it('covers the truth about 95 times in 100', () => {
    const random = createRandom(3)
    let covered = 0
    for (let trial = 0; trial < 200; trial++) {
      const values = Array.from({ length: 60 }, () => (random() < 0.4 ? 1 : 0))
      const interval = bootstrapInterval(values, { random, resamples: 400 })
      if (interval && interval.low <= 0.4 && interval.high >= 0.4) covered++
    }
    expect(covered).toBeGreaterThan(176)
  })
})

describe('clusters', () => {
  it('make an interval as wide as the number of independent instances allows', () => {
    const values = Array.from({ length: 100 }, (_, i) => (Math.floor(i / 10) % 2 === 0 ? 1 : 0))
    const clusters = values.map((_, i) => `instance ${Math.floor(i / 10)}`)
    const widthOf = (options: { clusters?: string[] }) => {
      const interval = bootstrapInterval(values, { random: createRandom(3), resamples: 2_000, ...options })
      return (interval?.high ?? 0) - (interval?.low ?? 0)
    }
    expect(widthOf({ clusters })).toBeGreaterThan(2 * widthOf({}))
  })
})

describe('pairedBootstrap', () => {
  it('gives a constant difference the interval and the p of a sign test, and no point', () => {
    const a = [0.9, 0.2, 0.7, 0.4]
    const result = pairedBootstrap(
      a,
      a.map((value) => value - 0.1),
      { random: createRandom(1), resamples: 999 },
    )
    expect(result?.difference).toBeCloseTo(0.1, 12)
    // Four of four: the share that differs this way is at least 0.025^(1/4).
    expect(result?.low).toBeCloseTo(0.1 * (2 * 0.025 ** 0.25 - 1), 12)
    expect(result?.high).toBeCloseTo(0.1, 12)
    expect(result?.p).toBeCloseTo(2 / 16, 12)
  })

  it('says p = 1 of no difference and refuses what is not paired', () => {
    expect(pairedBootstrap([1, 0], [1, 0], { random: createRandom(1) })?.p).toBe(1)
    expect(() => pairedBootstrap([1], [1, 2], { random: createRandom(1) })).toThrow('not pairs')
  })
})

describe('holm', () => {
  it('equals the example worked out by hand', () => {
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
  })

  it('never lowers a p value, never passes 1 and keeps the order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (ps) => {
        const adjusted = holm(ps)
        adjusted.forEach((p, i) => {
          expect(p).toBeGreaterThanOrEqual(ps[i] ?? 0)
          expect(p).toBeLessThanOrEqual(1)
        })
      }),
    )
  })
})

describe('weightedKappa', () => {
  it('equals the value worked out by hand with quadratic weights', () => {
    // Observed: (0 + 0 + 1 + 4) / 4 = 1.25. a: 0, 1, 2, 3 once each; b: 0, 1, 3, 1.
    // Expected: mean over all 16 pairs of (x - y)^2 = (0+1+9+1 + 1+0+4+0 + 4+1+1+1 + 9+4+0+4) / 16 = 2.5.
    expect(weightedKappa([0, 1, 2, 3], [0, 1, 3, 1], 4)).toBeCloseTo(1 - 1.25 / 2.5, 12)
  })

  it('is 1 for equal grades, below 0 for opposite ones, null where chance alone agrees', () => {
    expect(weightedKappa([0, 3, 1], [0, 3, 1], 4)).toBe(1)
    expect(weightedKappa([0, 3], [3, 0], 4)).toBe(-1)
    expect(weightedKappa([2, 2], [2, 2], 4)).toBeNull()
    expect(weightedKappa([], [], 4)).toBeNull()
  })
})
