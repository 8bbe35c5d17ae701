import fc from 'fast-check'
import { expect, it } from 'vitest'
import { norm } from '../memory/similarity.ts'
import { hashOf, mix, saturated, toUnitLength } from './hashed-vector.ts'

// Published values of FNV-1a, 32 bits, over ASCII (draft-eastlake-fnv).
it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['b', 0xe70c2de5],
  ['foobar', 0xbf9cf968],
])('hashes %j as FNV-1a does', (text, hash) => {
  expect(hashOf(text) >>> 0).toBe(hash)
})

// Values of fmix32, the finaliser of MurmurHash3.
it.each([
  [0, 0],
  [1, 0x514e28b7],
  [2, 0x30f4c306],
  [0xffffffff, 0x81f16f39],
])('mixes %i as the finaliser of MurmurHash3 does', (value, mixed) => {
  expect(mix(value)).toBe(mixed)
})

it('reads code units, so that halves of one pair in another order hash differently', () => {
  expect(hashOf('\ud83d\ude00')).not.toBe(hashOf('\ude00\ud83d'))
  expect(hashOf('e\u0301')).not.toBe(hashOf('\u00e9'))
})

it('mixes no two numbers into one, and never gives less than 0', () => {
  const mixed = Array.from({ length: 10_000 }, (_, i) => mix(i * 2_654_435_761))
  expect(new Set(mixed).size).toBe(10_000)
  expect(Math.min(...mixed)).toBeGreaterThanOrEqual(0)
})

it('lets a count add ever less: the first is 1, no number of them reaches 2', () => {
  const values = [0, 1, 2, 3, 10, 1e9].map(saturated)
  expect(values.slice(0, 4)).toEqual([0, 1, 4 / 3, 1.5])
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(values.at(-1)).toBeLessThan(2)
})

it('brings sums to length 1 without turning them', () => {
  const unit = toUnitLength(Float64Array.of(3, 0, -4))
  expect([...unit]).toEqual([Math.fround(0.6), 0, Math.fround(-0.8)])
})

it('leaves nothing to go by as zero, and one place as one', () => {
  expect([...toUnitLength(new Float64Array(3))]).toEqual([0, 0, 0])
  expect([...toUnitLength(Float64Array.of(0, -1e-9))]).toEqual([0, -1])
  expect(toUnitLength(new Float64Array(0))).toHaveLength(0)
})

it('gives length 1 for any sums that are not all too small to square', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), (values) => {
      fc.pre(values.some((one) => Math.abs(one) > 1e-3))
      expect(norm(toUnitLength(Float64Array.from(values)))).toBeCloseTo(1, 6)
    }),
    { seed: 3 },
  )
})
