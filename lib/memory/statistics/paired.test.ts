import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noiseFloor } from './noise-floor.ts'
import { countFlips, mcNemarExact, newcombePaired, newcombeUnpaired, pairedGain, transfer } from './paired.ts'
import { wilsonInterval } from './proportion.ts'

const cells = (both: number, onlyBase: number, onlyVariant: number, neither: number) => ({
  n: both + onlyBase + onlyVariant + neither,
  both,
  onlyBase,
  onlyVariant,
  neither,
})

describe('the exact McNemar test', () => {
  it('equals public pairs: 20 against 9 is 0.061, 19 against 16 is 0.74, 14 against 156 is 1.63e-31', () => {
    expect(mcNemarExact(20, 9)).toBeCloseTo(0.0614, 4)
    expect(mcNemarExact(19, 16)).toBeCloseTo(0.7359, 4)
    expect(mcNemarExact(14, 156)).toBeCloseTo(1.63e-31, 33)
    expect(mcNemarExact(0, 0)).toBe(1)
    expect(() => mcNemarExact(-1, 2)).toThrow('not counts')
  })

  it('does not care which arm is called the base, and never says more than 1', () => {
    const count = fc.integer({ min: 0, max: 300 })
    fc.assert(
      fc.property(count, count, (b, c) => {
        expect(mcNemarExact(b, c)).toBe(mcNemarExact(c, b))
        expect(mcNemarExact(b, c)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('Newcombe’s intervals', () => {
  it('unpaired: 56 of 70 less 48 of 80 is 0.0524 to 0.3339, as printed (1998, method 10)', () => {
    const { low, high } = newcombeUnpaired(56, 70, 48, 80)
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.0524', '0.3339'])
  })

  it('paired: (14, 5, 0, 22) is 0.011 to 0.226 (Altman et al. 2000), (1, 1, 7, 12) is −0.507 to −0.026 (Fagerland et al. 2014)', () => {
    const altman = newcombePaired(cells(14, 0, 5, 22))
    expect([altman?.low.toFixed(3), altman?.high.toFixed(3)]).toEqual(['0.011', '0.226'])
    const bentur = newcombePaired(cells(1, 7, 1, 12))
    expect([bentur?.low.toFixed(3), bentur?.high.toFixed(3)]).toEqual(['-0.507', '-0.026'])
    expect(newcombePaired(cells(0, 0, 0, 0))).toBeNull()
  })

  it('hold the difference, stay within −1..1 and turn over with the arms', () => {
    const count = fc.integer({ min: 0, max: 60 })
    fc.assert(
      fc.property(count, count, count, count, (both, onlyBase, onlyVariant, neither) => {
        fc.pre(both + onlyBase + onlyVariant + neither > 0)
        const flips = cells(both, onlyBase, onlyVariant, neither)
        const interval = newcombePaired(flips)
        const turned = newcombePaired(cells(both, onlyVariant, onlyBase, neither))
        const difference = (onlyVariant - onlyBase) / flips.n
        expect(interval?.low).toBeLessThanOrEqual(difference + 1e-9)
        expect(interval?.high).toBeGreaterThanOrEqual(difference - 1e-9)
        expect(interval?.low).toBeGreaterThanOrEqual(-1)
        expect(interval?.low).toBeCloseTo(-(turned?.high ?? Number.NaN), 12)
      }),
    )
  })
})

it('flips, gain and both transfer rates of one small table', () => {
  const pairs = [
    ...Array.from({ length: 3 }, () => ({ base: true, variant: true })),
    { base: true, variant: false },
    { base: false, variant: true },
    { base: false, variant: true },
    { base: false, variant: false },
  ]
  const flips = countFlips(pairs)
  expect(flips).toEqual({ n: 7, both: 3, onlyBase: 1, onlyVariant: 2, neither: 1 })
  expect(pairedGain(flips)).toMatchObject({ netResolved: 1, gainPp: 100 / 7 })
  expect(pairedGain(flips)?.mcnemarP).toBeCloseTo(1, 12)
  const { positive, negative } = transfer(flips)
  expect(positive).toMatchObject({ count: 2, of: 3, share: 2 / 3, interval: wilsonInterval(2, 3) })
  expect(negative).toMatchObject({ count: 1, of: 4, share: 1 / 4, interval: wilsonInterval(1, 4) })
  expect(transfer(cells(0, 0, 0, 0))).toEqual({ positive: null, negative: null })
})

it('the noise floor is what reruns of one arm disagree by, and unknown without a second run', () => {
  const run = (text: string) => [...text].map((sign) => sign === '1')
  const floor = noiseFloor([run('1100'), run('1010'), run('1110')])
  // Disagreements 2, 1 and 1 of 4; nets 0, 1 and 1.
  expect(floor).toMatchObject({ reruns: 3, pairs: 3, n: 4, disagreementShare: 1 / 3, largestNetPp: 25 })
  expect(floor?.floorPp).toBeCloseTo(196 * Math.sqrt(1 / 12), 9)
  // Both flip two of four the same way.
  expect(noiseFloor([run('0000'), run('1100')])).toMatchObject({ largestNetPp: 50, disagreementShare: 0.5 })
  expect(noiseFloor([run('1'), run('1')])).toMatchObject({
    n: 1,
    disagreementShare: 0,
    floorPp: 0,
    largestNetPp: 0,
  })
  expect(noiseFloor([run('1100')])).toBeNull()
  expect(noiseFloor([run(''), run('')])).toBeNull()
  expect(() => noiseFloor([run('11'), run('1')])).toThrow('different instances')
})
