import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dipOf } from './cumulative.ts'

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

  it('is found as a reader of the curve would, gaps and all: the last time up before it, the first time up after it', () => {
    const curves = fc.array(fc.option(fc.integer({ min: -2, max: 2 }), { freq: 4 }), { maxLength: 9 })
    fc.assert(
      fc.property(curves, (curve) => {
        const known = curve.flatMap((value, i) => (value === null ? [] : [{ value, at: i + 1 }]))
        const lowest = Math.min(0, ...known.map(({ value }) => value))
        const deepest = known.find(({ value }) => value === lowest && value < 0)
        const up = known.filter(({ value }) => value >= 0).map(({ at }) => at)
        const lastBelow = known.findLast(({ value }) => value < 0)?.at ?? 0
        const before = up.filter((at) => at < (deepest?.at ?? 0)).at(-1) ?? 0
        const after = up.find((at) => at > (deepest?.at ?? 0))
        expect(dipOf(curve)).toEqual({
          depth: Math.abs(lowest),
          deepestAt: deepest?.at ?? null,
          breakEvenAt: deepest ? (known.find(({ at }) => at > lastBelow)?.at ?? null) : 0,
          length: deepest && after !== undefined ? after - before : null,
        })
      }),
      { numRuns: 2_000 },
    )
  })
})
