import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../statistics.ts'
import {
  cumulativeGain,
  dipOf,
  noEffectBand,
  type StreamStep,
  stepDifference,
  testDip,
} from './cumulative.ts'

/** A stream in which memory does nothing: arm and twins fail and solve alike, each task with its own difficulty. */
function nullStream(random: () => number, n: number, twins = 1): StreamStep[] {
  return Array.from({ length: n }, () => {
    const chance = random()
    return { arm: random() < chance, twins: Array.from({ length: twins }, () => random() < chance) }
  })
}

describe('the cumulative curve', () => {
  it('adds the arm less the mean of its twins, and leaves a gap where one is missing', () => {
    const steps: StreamStep[] = [
      { arm: true, twins: [false, true, false] },
      { arm: null, twins: [true] },
      { arm: false, twins: [true] },
      { arm: true, twins: [] },
    ]
    const curve = cumulativeGain(steps)
    expect(curve[0]).toBeCloseTo(2 / 3, 12)
    expect(curve[1]).toBeNull()
    expect(curve[2]).toBeCloseTo(-1 / 3, 12)
    expect(curve[3]).toBeNull()
    expect(stepDifference(steps[1] as StreamStep)).toBeNull()
  })
})

describe('the dip', () => {
  it('has a depth, a lowest place, a length and a break-even', () => {
    expect(dipOf([1, 0, -1, -2, -1, 0, 1])).toEqual({ depth: 2, deepestAt: 4, breakEvenAt: 6, length: 4 })
    expect(dipOf([-1, -2, 0, -1])).toEqual({ depth: 2, deepestAt: 2, breakEvenAt: null, length: 3 })
    expect(dipOf([-1, -2])).toEqual({ depth: 2, deepestAt: 2, breakEvenAt: null, length: null })
    expect(dipOf([1, 2])).toEqual({ depth: 0, deepestAt: null, breakEvenAt: 0, length: null })
    expect(dipOf([-1, null, 0])).toEqual({ depth: 1, deepestAt: 1, breakEvenAt: 3, length: 3 })
    expect(dipOf([-1, null, null, 1]).breakEvenAt).toBe(4)
    expect(dipOf([])).toEqual({ depth: 0, deepestAt: null, breakEvenAt: 0, length: null })
  })

  it('is never deeper than the curve', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 }), (curve) => {
        expect(dipOf(curve).depth).toBe(Math.max(0, -Math.min(...curve)))
      }),
    )
  })

  it('is called news in at most 5 % of streams in which memory does nothing', () => {
    const random = createRandom(5)
    let alarms = 0
    const trials = 400
    for (let trial = 0; trial < trials; trial++)
      if (testDip(nullStream(random, 150), { random, draws: 199 }).chanceUnderNoEffect <= 0.05) alarms++
    // Monte Carlo error of 5 % in 400 trials: ± 1.1 %; the test is conservative because depths are whole.
    expect(alarms / trials).toBeLessThanOrEqual(0.05)
  })

  it('of 15 instances in the first 100 of 300 is found about half the time, one of 30 nearly always', () => {
    const foundWith = (lostShare: number, seed: number) => {
      const random = createRandom(seed)
      let found = 0
      for (let trial = 0; trial < 100; trial++) {
        const steps = nullStream(random, 300).map(({ arm, twins }, i) => ({
          arm: i < 100 && random() < lostShare ? false : arm,
          twins,
        }))
        if (testDip(steps, { random, draws: 199 }).chanceUnderNoEffect <= 0.05) found++
      }
      return found
    }
    expect(Math.abs(foundWith(0.3, 6) - 50)).toBeLessThan(15)
    expect(foundWith(0.6, 6)).toBeGreaterThanOrEqual(90)
  })

  it('cannot be told from none below the depth that it names', () => {
    const random = createRandom(8)
    const result = testDip(nullStream(random, 200), { random, draws: 999 })
    expect(result.tellableDepth).toBeGreaterThan(3)
    expect(result.depth >= result.tellableDepth).toBe(result.chanceUnderNoEffect <= 0.05)
  })
})

describe('the band of no effect', () => {
  it('holds the whole curve about 95 times in 100 when memory does nothing, with one twin and with three', () => {
    for (const twins of [1, 3]) {
      const random = createRandom(9 + twins)
      let inside = 0
      const trials = 200
      for (let trial = 0; trial < trials; trial++) {
        const steps = nullStream(random, 100, twins)
        const { reach } = noEffectBand(steps, { random, draws: 199 })
        const isInside = cumulativeGain(steps).every(
          (value, i) => Math.abs(value ?? 0) <= (reach[i] ?? 0) + 1e-9,
        )
        inside += isInside ? 1 : 0
      }
      // Monte Carlo error: ± 1.5 %.
      expect(inside / trials).toBeGreaterThanOrEqual(0.915)
    }
  })

  it('has no width before anything can differ and widens with the stream', () => {
    const steps: StreamStep[] = [
      { arm: true, twins: [true] },
      { arm: true, twins: [false] },
      { arm: null, twins: [true] },
      { arm: false, twins: [true] },
    ]
    const { reach } = noEffectBand(steps, { random: createRandom(1), draws: 499 })
    expect(reach[0]).toBe(0)
    expect(reach[2]).toBe(reach[1])
    expect(reach[3]).toBeGreaterThan(reach[1] ?? 0)
  })

  it('says the same for the same seed', () => {
    const steps = nullStream(createRandom(2), 60)
    expect(noEffectBand(steps, { random: createRandom(3) })).toEqual(
      noEffectBand(steps, { random: createRandom(3) }),
    )
  })
})
