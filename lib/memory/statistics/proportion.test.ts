import { describe, expect, it } from 'vitest'
import { createRandom, type Interval } from '../statistics.ts'
import { clusteredWilson, wilsonInterval } from './proportion.ts'

describe('wilsonInterval', () => {
  it('gives the textbook interval of 10 in 100', () => {
    const { low, high } = wilsonInterval(10, 100)
    expect([low, high].map((x) => x.toFixed(4))).toEqual(['0.0552', '0.1744'])
  })
  it('stays within 0 and 1 and is not a point at the ends', () => {
    expect(wilsonInterval(0, 20).low).toBe(0)
    expect(wilsonInterval(0, 20).high).toBeGreaterThan(0.1)
    expect(wilsonInterval(20, 20).high).toBe(1)
  })
  it('is exact at the ends, whatever the size: no trace of rounding becomes an item', () => {
    for (let n = 1; n < 400; n++) {
      expect(wilsonInterval(0, n, 1_000).low).toBe(0)
      expect(wilsonInterval(n, n, 1_000).high).toBe(1)
    }
  })
  it('narrows as the sample nears the whole, and is exact at the whole', () => {
    const width = (population: number) => {
      const { low, high } = wilsonInterval(5, 50, population)
      return high - low
    }
    expect(width(60)).toBeLessThan(width(1000))
    expect(wilsonInterval(5, 50, 50)).toEqual({ low: 0.1, high: 0.1 })
  })
  it('refuses counts that cannot be', () => {
    expect(() => wilsonInterval(1, 0)).toThrow(RangeError)
    expect(() => wilsonInterval(3, 2)).toThrow(RangeError)
  })
})

describe('clusteredWilson', () => {
  it('is Wilson’s where each answer is its own cluster, and counts clusters where they answer as one', () => {
    const marks = Array.from({ length: 40 }, (_, i) => i % 4 === 0)
    const alone = clusteredWilson(
      marks,
      marks.map((_, i) => `${i}`),
    )
    const { low, high } = wilsonInterval(10, 40)
    // 40 / 39 of the sample variance.
    expect(alone?.low).toBeCloseTo(low, 2)
    expect(alone?.high).toBeCloseTo(high, 2)
    const sevenfold = marks.flatMap((mark) => Array.from({ length: 7 }, () => mark))
    const as40 = clusteredWilson(
      sevenfold,
      sevenfold.map((_, i) => `${Math.floor(i / 7)}`),
    )
    expect(as40?.low).toBeCloseTo(alone?.low ?? 0, 9)
    expect(clusteredWilson([true, true, true, true], ['a', 'a', 'b', 'b'])).toEqual(wilsonInterval(2, 2))
    expect(clusteredWilson([], [])).toBeNull()
  })

  it('holds the truth about 95 times in 100 over 20 instances of 7 answers that hang together, where Wilson’s own does not', () => {
    const random = createRandom(5)
    let [kept, keptByWilson] = [0, 0]
    const trials = 400
    const holds = (interval: Interval | null) =>
      interval !== null && interval.low <= 0.5 && interval.high >= 0.5
    for (let trial = 0; trial < trials; trial++) {
      // Each instance answers from ¼ or ¾: a correlation of ¼ within it.
      const clusters = Array.from({ length: 140 }, (_, i) => `${Math.floor(i / 7)}`)
      const chances = Array.from({ length: 20 }, () => (random() < 0.5 ? 0.25 : 0.75))
      const marks = clusters.map((name) => random() < (chances[Number(name)] ?? 0))
      if (holds(clusteredWilson(marks, clusters))) kept++
      if (holds(wilsonInterval(marks.filter(Boolean).length, 140))) keptByWilson++
    }
    expect(kept / trials).toBeGreaterThan(0.91)
    expect(keptByWilson / trials).toBeLessThan(0.85)
  })
})
