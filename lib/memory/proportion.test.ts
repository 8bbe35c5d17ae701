import { describe, expect, it } from 'vitest'
import { wilsonInterval } from './proportion.ts'

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
