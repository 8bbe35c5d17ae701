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

  it('makes of a text the seed that FNV-1a makes of it, as published', () => {
    expect(['', 'a', 'foobar'].map((text) => seedFrom(text))).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
    expect(seedFrom('a', 1)).not.toBe(seedFrom('a'))
  })

  it('shuffles into every order about as often, and loses nothing', () => {
    const random = createRandom(5)
    const orders = new Map<string, number>()
    const items = ['a', 'b', 'c']
    for (let i = 0; i < 6_000; i++) {
      const order = shuffled(items, random).join('')
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
    expect([...orders.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
    for (const count of orders.values()) expect(Math.abs(count - 1_000)).toBeLessThan(120)
    expect(items).toEqual(['a', 'b', 'c'])
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
    expect(quantile([7], 0.9)).toBe(7)
    // Type 7 of 0, 10, 20, 30, 40 at 0.3: place 1.2.
    expect(quantile([0, 10, 20, 30, 40], 0.3)).toBeCloseTo(12, 12)
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

/** All means that resampling the groups with replacement can give, each as likely as any other, ascending. */
function everyMean(groups: readonly (readonly number[])[]): number[] {
  const draw = (left: number): number[][][] =>
    left === 0 ? [[]] : draw(left - 1).flatMap((some) => groups.map((group) => [...some, [...group]]))
  return draw(groups.length)
    .map((drawn) => mean(drawn.flat()) ?? 0)
    .sort((a, b) => a - b)
}

describe('pairedBootstrap', () => {
  it('comes close to counting every resample, cluster by cluster, each as heavy as its values', () => {
    const groups = [[0.5, -0.25, 1], [-0.5], [0.75, 0.25]]
    const values = groups.flat()
    const clusters = groups.flatMap((group, i) => group.map(() => `instance ${i}`))
    const all = everyMean(groups)
    const drawn = pairedBootstrap(
      values,
      values.map(() => 0),
      { random: createRandom(2), resamples: 20_000, clusters, level: 0.8 },
    )
    expect(drawn?.difference).toBeCloseTo(mean(values) ?? 0, 12)
    expect(drawn?.low).toBeCloseTo(quantile(all, 0.1) ?? 0, 9)
    expect(drawn?.high).toBeCloseTo(quantile(all, 0.9) ?? 0, 9)
    const below = all.filter((value) => value <= 0).length / all.length
    expect(drawn?.p).toBeCloseTo(2 * below, 1)
    expect(below).toBeGreaterThan(0)
  })

  it('of clusters that differ by the same in the mean, tells the mean and not the first value', () => {
    const clusters = ['a', 'a', 'b', 'b']
    const of = (values: number[]) =>
      pairedBootstrap(values, [0, 0, 0, 0], { random: createRandom(1), resamples: 200, clusters })
    for (const values of [
      [1, 0, 1, 0],
      [0, 1, 0, 1],
    ])
      expect(of(values)).toMatchObject({ difference: 0.5, high: 0.5, p: 0.5 })
    expect(of([1, -1, -1, 1])).toEqual({ difference: 0, low: 0, high: 0, p: 1 })
  })

  it('turns over with its sides, and draws the same of the same seed', () => {
    const [a, b] = [
      [1, 0, 1, 1, 0, 1],
      [0, 0, 1, 0, 0, 0],
    ]
    const of = (left: number[] = [], right: number[] = []) =>
      pairedBootstrap(left, right, { random: createRandom(4), resamples: 999 })
    const [there, back] = [of(a, b), of(b, a)]
    expect(back?.difference).toBeCloseTo(-(there?.difference ?? 0), 12)
    expect(back?.low).toBeCloseTo(-(there?.high ?? 0), 12)
    expect(back?.p).toBe(there?.p)
    expect(of(a, b)).toEqual(there)
  })

  it('adds one to both counts of its p, and never says more than 1', () => {
    const of = (values: number[], resamples = 99) =>
      pairedBootstrap(
        values,
        values.map(() => 0),
        { random: createRandom(1), resamples },
      )?.p ?? 0
    const counted = (of([3, -1, -1, 2], 999) * 1_000) / 2
    expect(counted).toBeCloseTo(Math.round(counted), 9)
    expect(counted).toBeGreaterThan(11)
    expect(of([1, -1, 0])).toBe(1)
  })

  it('p goes on falling where no draw reaches 0, however few the draws, and stands in a family of hundreds', () => {
    const random = createRandom(7)
    const noise = Array.from({ length: 150 }, () => random() - 0.5)
    const of = (gain: number, resamples: number) =>
      pairedBootstrap(
        noise.map((value) => value + gain),
        noise.map(() => 0),
        { random: createRandom(1), resamples },
      )?.p ?? 1
    const [some, much] = [of(0.12, 2_000), of(0.5, 2_000)]
    expect(much).toBeLessThan(some / 1e6)
    expect(Math.max(...holm([much, ...Array.from({ length: 196 }, () => 0.5)]).slice(0, 1))).toBeLessThan(
      0.001,
    )
    expect(Math.log10(of(0.12, 200)) / Math.log10(some)).toBeCloseTo(1, 0)
  })

  it('three clusters say no more than their number can, whatever the draws', () => {
    const of = (values: number[]) =>
      pairedBootstrap(
        values,
        values.map(() => 0),
        { random: createRandom(1), resamples: 2_000 },
      )?.p
    expect(of([1, 2, 3])).toBeGreaterThanOrEqual(0.25)
    expect(of([1, 2, 3])).toBe(of([-1, -2, -3]))
  })

  it('takes as much off each end as the level says', () => {
    const values = [1, 2, 4, 8]
    const all = everyMean(values.map((value) => [value]))
    const interval = bootstrapInterval(values, { random: createRandom(1), resamples: 20_000, level: 0.5 })
    expect(Math.abs((interval?.low ?? 0) - (quantile(all, 0.25) ?? 0))).toBeLessThan(0.1)
    expect(Math.abs((interval?.high ?? 0) - (quantile(all, 0.75) ?? 0))).toBeLessThan(0.1)
  })

  it('needs two clusters, and as many names as values', () => {
    const options = { random: createRandom(1), resamples: 50 }
    expect(bootstrapInterval([0, 1], options)).toEqual({ low: 0, high: 1 })
    expect(pairedBootstrap([], [], options)).toBeNull()
    expect(pairedBootstrap([1], [0], options)).toBeNull()
    expect(bootstrapInterval([1, 0, 1], { ...options, clusters: ['a', 'a', 'a'] })).toBeNull()
    expect(bootstrapInterval([1, 1, 1], options)).toBeNull()
    expect(() => bootstrapInterval([1, 0], { ...options, clusters: ['a'] })).toThrow('2 values in 1 clusters')
  })

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

  it('is what Holm’s definition gives, step by step, for any p values, also equal ones', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 12 }), (twentieths) => {
        const ps = twentieths.map((value) => value / 20)
        const ascending = [...ps].sort((a, b) => a - b)
        const adjusted = holm(ps)
        adjusted.forEach((p, i) => {
          // The largest of what each p that is as small or smaller is multiplied to.
          const steps = ascending.flatMap((one, rank) =>
            one <= (ps[i] ?? 0) ? [one * (ps.length - rank)] : [],
          )
          expect(p).toBeCloseTo(Math.min(1, Math.max(...steps)), 12)
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
    expect(() => weightedKappa([1], [1, 2], 4)).toThrow('not pairs')
  })

  it('equals 1 − Σ w·o ÷ Σ w·e over the table of both judges, for any grades', () => {
    const grades = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })), {
      minLength: 2,
      maxLength: 30,
    })
    fc.assert(
      fc.property(grades, (pairs) => {
        let [observed, expected] = [0, 0]
        for (const [x, y] of pairs) {
          observed += (x - y) ** 2 / pairs.length
          for (const [, other] of pairs) expected += (x - other) ** 2 / pairs.length ** 2
        }
        const kappa = weightedKappa(
          pairs.map(([x]) => x),
          pairs.map(([, y]) => y),
          4,
        )
        if (expected < 1e-12) expect(kappa).toBeNull()
        else expect(kappa).toBeCloseTo(1 - observed / expected, 9)
      }),
    )
  })
})
