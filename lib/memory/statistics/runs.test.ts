import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { studentCdf } from './distributions.ts'
import { bestAndUnion, passAtOne, permutationOverRuns, sampleSd, welch } from './runs.ts'

describe('runs', () => {
  it('Pass@1 of 184, 183 and 177 of 500 is 36.3 ± 0.76 %, as the paper prints it', () => {
    const result = passAtOne([184, 183, 177].map((count) => count / 500))
    expect((100 * (result?.mean ?? 0)).toFixed(1)).toBe('36.3')
    expect((100 * (result?.sd ?? 0)).toFixed(2)).toBe('0.76')
    // 4.302653 · 0.757 / √3 on each side.
    expect(100 * ((result?.interval?.high ?? 0) - (result?.mean ?? 0))).toBeCloseTo(1.8806, 3)
    expect(passAtOne([0.5])).toEqual({ mean: 0.5, sd: null, interval: null, runs: 1 })
    expect(passAtOne([])).toBeNull()
    expect(sampleSd([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.13809, 5)
    expect(sampleSd([1, 3])).toBeCloseTo(Math.SQRT2, 12)
    expect(sampleSd([1])).toBeNull()
  })

  it('Best@k is one run and pass@k their union: different objects', () => {
    const run = (text: string) => [...text].map((sign) => sign === '1')
    expect(bestAndUnion([run('1100'), run('0011'), run('1000')])).toEqual({ best: 2, union: 4 })
    expect(bestAndUnion([run('1000'), run('1010')])).toEqual({ best: 2, union: 2 })
    expect(bestAndUnion([])).toBeNull()
    expect(() => bestAndUnion([run('1'), run('11')])).toThrow('different instances')
  })

  it('Welch on the reconstructed Flash runs gives +5.60 pp at p 0.004', () => {
    const percent = (counts: number[]) => counts.map((count) => count / 5)
    const test = welch(percent([216, 207, 205]), percent([184, 183, 177]))
    expect(test?.difference).toBeCloseTo(5.6, 9)
    expect(test?.p).toBeCloseTo(0.00393, 5)
    expect(welch([1], [2, 3])).toBeNull()
    expect(welch([1, 1], [2, 2])).toBeNull()
  })

  it('Welch equals the example worked out by hand: 1, 2, 3 against 2, 4, 6', () => {
    // Variances 1 and 4, squared errors 1/3 and 4/3: t = −2 / √(5/3), df = (25/9) / (1/18 + 16/18).
    const test = welch([1, 2, 3], [2, 4, 6])
    expect(test?.t).toBeCloseTo(-2 / Math.sqrt(5 / 3), 12)
    expect(test?.df).toBeCloseTo(50 / 17, 12)
    expect(test?.difference).toBe(-2)
    // Two-sided, and the same from either side.
    expect(test?.p).toBeCloseTo(2 * studentCdf(-2 / Math.sqrt(5 / 3), 50 / 17), 12)
    expect(welch([2, 4, 6], [1, 2, 3])?.p).toBe(test?.p)
    expect(welch([1, 2], [3, 3])?.df).toBeCloseTo(1, 12)
  })

  it('three runs against three can never be rarer than one split in ten', () => {
    expect(permutationOverRuns([10, 11, 12], [1, 2, 3])).toBeCloseTo(0.1, 12)
    expect(permutationOverRuns([1, 2], [1, 2])).toBe(1)
    expect(permutationOverRuns([], [1])).toBeNull()
    expect(permutationOverRuns([1], [])).toBeNull()
    expect(() => permutationOverRuns(Array(13).fill(1), Array(13).fill(2))).toThrow('ways to split 26 runs')
  })

  it('permutes as writing out every split does, sides of unequal size and equal runs among them', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(shares, shares, (a, b) => {
        const all = [...a, ...b].map((value) => value / 10)
        const averageOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
        let [splits, atLeast] = [0, 0]
        const apart = (isA: (i: number) => boolean) =>
          Math.abs(averageOf(all.filter((_, i) => isA(i))) - averageOf(all.filter((_, i) => !isA(i))))
        const seen = apart((i) => i < a.length)
        for (let mask = 0; mask < 2 ** all.length; mask++) {
          const isA = (i: number) => ((mask >> i) & 1) === 1
          if (all.filter((_, i) => isA(i)).length !== a.length) continue
          splits++
          if (apart(isA) >= seen - 1e-9) atLeast++
        }
        expect(permutationOverRuns(all.slice(0, a.length), all.slice(a.length))).toBeCloseTo(
          atLeast / splits,
          12,
        )
      }),
    )
  })
})

it('an interval of a share ends at 0 and at 1', () => {
  expect(passAtOne([0.98, 1, 0.9])?.interval?.high).toBe(1)
  expect(passAtOne([0.02, 0, 0.1])?.interval?.low).toBe(0)
})
