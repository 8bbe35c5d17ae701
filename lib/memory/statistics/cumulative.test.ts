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
})
