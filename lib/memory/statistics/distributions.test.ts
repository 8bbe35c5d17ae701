import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  binomialProbability,
  incompleteBeta,
  logGamma,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
} from './distributions.ts'

describe('distribution functions equal printed tables', () => {
  it('normal: 0.975 lies at 1.959963984540054', () => {
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 13)
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 11)
    expect(normalQuantile(0.8)).toBeCloseTo(0.8416212335729143, 11)
    expect(normalCdf(-6)).toBeCloseTo(9.865876450377018e-10, 16)
    expect([normalCdf(0), normalCdf(1), normalCdf(0.5)].map((p) => p.toFixed(6))).toEqual([
      '0.500000',
      '0.841345',
      '0.691462',
    ])
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity])
    expect(normalQuantile(1e-9)).toBeCloseTo(-5.9978070150076865, 6)
  })

  it('Student: t(0.975) is 12.706 at 1, 4.303 at 2, 2.776 at 4 degrees of freedom', () => {
    expect(studentQuantile(0.975, 1)).toBeCloseTo(12.706204736, 6)
    expect(studentQuantile(0.975, 2)).toBeCloseTo(4.302652729911, 8)
    expect(studentQuantile(0.975, 4)).toBeCloseTo(2.776445105198, 8)
    expect(studentCdf(0, 3)).toBe(0.5)
  })

  it('Student has closed forms: an arc tangent at 1 degree of freedom, a square root at 2', () => {
    for (const t of [-50, -3, -1, -0.4, 0.2, 0.9, 1, 2.5, 40]) {
      expect(studentCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 12)
      expect(studentCdf(t, 2)).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 12)
      expect(studentQuantile(studentCdf(t, 2.5), 2.5)).toBeCloseTo(t, 6)
    }
  })

  it('gamma: Γ(5) = 24, Γ(½) = √π', () => {
    expect(Math.exp(logGamma(5))).toBeCloseTo(24, 10)
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 13)
    expect(() => logGamma(0)).toThrow('above 0')
  })
})

it('the binomial tail is the incomplete beta function, for any n, k and p', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (n, p, share) => {
        const k = Math.floor(share * n)
        let tail = 0
        for (let i = 0; i <= k; i++) tail += binomialProbability(i, n, p)
        expect(tail).toBeCloseTo(1 - incompleteBeta(p, k + 1, n - k), 9)
      },
    ),
  )
})
