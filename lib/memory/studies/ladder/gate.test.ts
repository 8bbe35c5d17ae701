import { describe, expect, it } from 'vitest'
import { createRandom, quantile } from '../../statistics.ts'
import type { CurveData } from './curve.ts'
import { adviseGate } from './gate.ts'

const POINTS = [0, 10, 20, 40]

/** Functions of ten tasks each; a row is what one gains on each rung, in tasks. */
function dataOf(rows: number[][]): CurveData {
  return {
    points: POINTS,
    clusters: rows.map((_, i) => `function-${i}`),
    sums: [rows],
    counts: [rows.map((row) => row.map(() => 10))],
  }
}
const advise = (rows: number[][], resamples = 200) =>
  adviseGate(dataOf(rows), { random: createRandom(1), resamples })
const NONE = { below: null, candidate: null, savedPp: null, interval: null }

describe('the gate', () => {
  it('is chosen on every other function and judged on the rest: what those who choose lose by chance is not advised', () => {
    const [loses, gains] = [
      [0, -5, -5, 5],
      [0, 5, 5, 5],
    ]
    // Chosen: 100 pp over three rungs. Judged: minus as much.
    expect(advise([loses, gains, loses, gains, loses, gains])).toEqual({
      below: null,
      candidate: 40,
      savedPp: -100 / 3,
      interval: { low: -100 / 3, high: -100 / 3 },
    })
    expect(advise([gains, loses, gains, loses])).toEqual(NONE)
    expect(advise([loses, loses, loses, loses])).toMatchObject({ below: 40, savedPp: 100 / 3 })
  })

  it('is the lowest of thresholds that save the same', () => {
    expect(advise(Array.from({ length: 6 }, () => [-2, 0, 0, 0])).candidate).toBe(10)
    expect(advise(Array.from({ length: 6 }, () => [-2, 2, -2, 1])).candidate).toBe(10)
  })

  it('is none where nothing was lost, where too few functions are left to judge by, and where nothing was run', () => {
    expect(advise(Array.from({ length: 6 }, () => [0, 0, 0, 0]))).toEqual(NONE)
    const lost = [-5, -5, -5, -5]
    expect(advise([lost, lost, lost])).toEqual(NONE)
    expect(advise([lost, lost, lost, lost]).below).toBe('all')
    expect(
      adviseGate({ points: [], clusters: [], sums: [], counts: [] }, { random: createRandom(1) }),
    ).toEqual(NONE)
  })

  it('has the interval that drawing the judging functions again gives', () => {
    const rows = [-4, -1, -3, 2, -5, -2, -1, -3, -4, 1].map((first) => [first, 1, 1, 1])
    const judges = rows.filter((_, i) => i % 2 === 1).map(([first = 0]) => -10 * first)
    const random = createRandom(1)
    const drawn = Array.from({ length: 500 }, () => {
      const some = judges.map(() => judges[Math.floor(random() * judges.length)] ?? 0)
      return some.reduce((sum, value) => sum + value, 0) / some.length
    }).sort((a, b) => a - b)
    const advice = advise(rows, 500)
    expect(advice.candidate).toBe(10)
    expect(advice.savedPp).toBeCloseTo(6, 9)
    expect(advice.interval?.low).toBeCloseTo(quantile(drawn, 0.025) ?? 0, 9)
    expect(advice.interval?.high).toBeCloseTo(quantile(drawn, 0.975) ?? 0, 9)
    // It reaches below 0: no advice.
    expect(advice.below).toBeNull()
  })

  it('weighs functions by their tasks', () => {
    const data = dataOf([
      [-4, 1, 1, 1],
      [-9, 1, 1, 1],
      [-4, 1, 1, 1],
      [-1, 1, 1, 1],
    ])
    data.counts = [[10, 90, 10, 10].map((count) => POINTS.map(() => count))]
    // Ten lost of a hundred.
    expect(adviseGate(data, { random: createRandom(1), resamples: 50 }).savedPp).toBeCloseTo(10, 9)
  })
})
