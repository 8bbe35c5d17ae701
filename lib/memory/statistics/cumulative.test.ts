import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dipOf } from './cumulative.ts'

describe('the dip', () => {
  it('has a depth, a lowest place and a break-even', () => {
    expect(dipOf([1, 0, -1, -2, -1, 0, 1])).toEqual({ depth: 2, deepestAt: 4, breakEvenAt: 6 })
    expect(dipOf([-1, -2, 0, -1])).toEqual({ depth: 2, deepestAt: 2, breakEvenAt: null })
    expect(dipOf([-1, -2])).toEqual({ depth: 2, deepestAt: 2, breakEvenAt: null })
    expect(dipOf([1, 2])).toEqual({ depth: 0, deepestAt: null, breakEvenAt: 0 })
    expect(dipOf([-1, null, 0])).toEqual({ depth: 1, deepestAt: 1, breakEvenAt: 3 })
    expect(dipOf([-1, null, null, 1]).breakEvenAt).toBe(4)
    expect(dipOf([])).toEqual({ depth: 0, deepestAt: null, breakEvenAt: 0 })
  })

  it('is never deeper than the curve', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 }), (curve) => {
        expect(dipOf(curve).depth).toBe(Math.max(0, -Math.min(...curve)))
      }),
    )
  })

  it('is found as a reader of the curve would, gaps and all', () => {
    const curves = fc.array(fc.option(fc.integer({ min: -2, max: 2 }), { freq: 4 }), { maxLength: 9 })
    fc.assert(
      fc.property(curves, (curve) => {
        const known = curve.flatMap((value, i) => (value === null ? [] : [{ value, at: i + 1 }]))
        const lowest = Math.min(0, ...known.map(({ value }) => value))
        const deepest = known.find(({ value }) => value === lowest && value < 0)
        const lastBelow = known.findLast(({ value }) => value < 0)?.at ?? 0
        expect(dipOf(curve)).toEqual({
          depth: Math.abs(lowest),
          deepestAt: deepest?.at ?? null,
          breakEvenAt: deepest ? (known.find(({ at }) => at > lastBelow)?.at ?? null) : 0,
        })
      }),
      { numRuns: 2_000 },
    )
  })
})
