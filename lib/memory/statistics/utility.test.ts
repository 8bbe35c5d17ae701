import { describe, expect, it } from 'vitest'
import { falseDiscovery } from '../statistics.ts'
import { type Exposure, judgeUtilities, utilityOf } from './utility.ts'

const uses = (n: number, one: Partial<Exposure> = {}): Exposure[] =>
  Array.from({ length: n }, () => ({ outcome: 0, expected: 0.5, ...one }))

describe('the utility of an entry', () => {
  it('is worked out by hand: 16 uses, 4 resolved where 8 were expected', () => {
    // Σ −4 over 16 + 4; variance 16 · ¼ = 4; z = (−4 + ½) / 2.
    const found = utilityOf([...uses(12), ...uses(4, { outcome: 1 })])
    expect(found).toMatchObject({ n: 16, shrunken: -4 / 20 })
    expect(found.interval?.low).toBeCloseTo(-4 / 16 - (1.959963985 * 2) / 16, 8)
    expect(found.interval?.high).toBeCloseTo(-4 / 16 + (1.959963985 * 2) / 16, 8)
    // Φ(−1.75) of the table.
    expect(found.p).toBeCloseTo(0.0400592, 6)
  })

  it('has no interval below two exposures and no p below ten', () => {
    expect(utilityOf(uses(1))).toEqual({ n: 1, shrunken: -0.1, interval: null, p: null })
    expect(utilityOf(uses(2)).interval).not.toBeNull()
    expect(utilityOf(uses(9)).p).toBeNull()
    expect(utilityOf(uses(10)).p).not.toBeNull()
  })

  it('says p 1 where everything came as it had to', () => {
    expect(utilityOf(uses(10, { outcome: 1, expected: 1 }))).toMatchObject({
      p: 1,
      interval: { low: 0, high: 0 },
    })
  })

  it('takes the error of an expectation k times where k uses rest on it, as k², and once for each of k instances', () => {
    const shared = utilityOf(uses(10, { estimate: { of: 'a', variance: 0.01 } }))
    const apart = utilityOf(
      Array.from({ length: 10 }, (_, i) => uses(1, { estimate: { of: `i-${i}`, variance: 0.01 } })).flat(),
    )
    const width = ({ interval }: ReturnType<typeof utilityOf>) =>
      (((interval?.high ?? 0) - (interval?.low ?? 0)) / 2 / 1.959963985) * 10
    expect(width(utilityOf(uses(10))) ** 2).toBeCloseTo(2.5, 7)
    expect(width(apart) ** 2).toBeCloseTo(2.5 + 10 * 0.01, 7)
    expect(width(shared) ** 2).toBeCloseTo(2.5 + 100 * 0.01, 7)
  })
})

describe('what stands out', () => {
  it('is held against all entries with ten exposures, and against no other', () => {
    const [bad, fair, few] = [uses(40), [...uses(10), ...uses(10, { outcome: 1 })], uses(9)]
    const judged = judgeUtilities([few, bad, fair])
    const ps = [bad, fair].map((one) => utilityOf(one).p ?? Number.NaN)
    expect(judged.map(({ q }) => q)).toEqual([null, ...falseDiscovery(ps)])
    expect(judged.map(({ verdict }) => verdict)).toEqual(['association', 'harmful', 'association'])
  })

  it('is called so up to q 0.10, and not above', () => {
    // Sixteen uses with 4 resolved have p 0.040: alone q is as much, among three fair ones four times.
    const one = [...uses(12), ...uses(4, { outcome: 1 })]
    const fair = [...uses(10), ...uses(10, { outcome: 1 })]
    expect(judgeUtilities([one])[0]).toMatchObject({ verdict: 'harmful', q: expect.closeTo(0.04006, 4) })
    expect(judgeUtilities([one, fair])[0]).toMatchObject({ verdict: 'harmful', q: expect.closeTo(0.0801, 3) })
    expect(judgeUtilities([one, fair, fair])[0]).toMatchObject({ verdict: 'association' })
  })
})

it('q values are those of Benjamini and Hochberg worked out by hand, ties and all', () => {
  expect(falseDiscovery([0.01, 0.04, 0.03, 0.005])).toEqual([0.02, 0.04, 0.04, 0.02])
  expect(falseDiscovery([0.5, 0.5])).toEqual([0.5, 0.5])
  expect(falseDiscovery([0.9, 0.01])).toEqual([0.9, 0.02])
  expect(falseDiscovery([])).toEqual([])
})
