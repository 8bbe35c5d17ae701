import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, falseDiscovery } from '../statistics.ts'
import { countsOf, reconstructRuns } from '../studies/paper/fixtures/grim.ts'
import { normalQuantile } from './distributions.ts'
import { tierInteraction } from './interaction.ts'
import { requiredPairs } from './power.ts'
import { judgeUtilities, utilityOf } from './utility.ts'

describe('power and required n', () => {
  it('+4 pp with 12 to 16 % discordance needs 587 to 783 pairs for 80 % power', () => {
    expect(requiredPairs({ difference: 0.04, discordance: 0.12 })).toBe(587)
    expect(requiredPairs({ difference: 0.04, discordance: 0.16 })).toBe(783)
    expect(requiredPairs({ difference: 0, discordance: 0.1 })).toBeNull()
    expect(requiredPairs({ difference: 0.2, discordance: 0.1 })).toBeNull()
  })

  it('is what solves z₁₋ₐ·√ψ + z₁₋ᵦ·√(ψ − δ²) = δ·√n, for any design, alpha and power', () => {
    const share = fc.integer({ min: 1, max: 99 }).map((value) => value / 100)
    fc.assert(
      fc.property(share, share, share, share, (difference, discordance, alpha, miss) => {
        fc.pre(difference < discordance && miss < 0.5)
        const n = requiredPairs({ difference, discordance }, { alpha, power: 1 - miss }) ?? Number.NaN
        const left =
          normalQuantile(1 - alpha / 2) * Math.sqrt(discordance) +
          normalQuantile(1 - miss) * Math.sqrt(discordance - difference ** 2)
        // The least whole n that is enough.
        expect(difference * Math.sqrt(n)).toBeGreaterThanOrEqual(left - 1e-9)
        expect(difference * Math.sqrt(n - 1)).toBeLessThan(left + 1e-9)
        expect(requiredPairs({ difference: -difference, discordance }, { alpha, power: 1 - miss })).toBe(n)
      }),
    )
    expect(requiredPairs({ difference: 0.1, discordance: 1.01 })).toBeNull()
    expect(requiredPairs({ difference: 0.1, discordance: 0.1 })).not.toBeNull()
  })
})

describe('false-discovery control', () => {
  it('finds four in the fifteen p values of Benjamini and Hochberg (1995)', () => {
    const ps = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
      0.759, 1,
    ]
    expect(falseDiscovery(ps).filter((q) => q <= 0.05)).toHaveLength(4)
  })

  it('never lowers a p value and keeps their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (ps) => {
        const qs = falseDiscovery(ps)
        ps.forEach((p, i) => {
          expect(qs[i]).toBeGreaterThanOrEqual(p - 1e-12)
          expect(qs[i]).toBeLessThanOrEqual(1)
          ps.forEach((other, k) => {
            if (p < other) expect(qs[i]).toBeLessThanOrEqual(qs[k] ?? 1)
          })
        })
      }),
    )
  })
})

describe('the interaction test for tiers', () => {
  const tiers = Array.from({ length: 90 }, (_, i) => ['easy', 'medium', 'hard'][Math.floor(i / 30)] ?? '')

  it('sees an effect that only the hard ones have', () => {
    const differences = tiers.map((tier, i) => (tier === 'hard' && i % 2 === 0 ? 1 : 0))
    const result = tierInteraction(differences, tiers, { random: createRandom(1), draws: 1_000 })
    expect(result.p).toBeLessThan(0.01)
    expect(result.tiers).toEqual([
      { name: 'easy', n: 30, difference: 0 },
      { name: 'medium', n: 30, difference: 0 },
      { name: 'hard', n: 30, difference: 0.5 },
    ])
  })

  it('calls no more than 5 % of streams without an interaction one', () => {
    const random = createRandom(7)
    let calls = 0
    for (let trial = 0; trial < 300; trial++) {
      const differences = tiers.map(() => (random() < 0.2 ? (random() < 0.5 ? 1 : -1) : 0))
      if ((tierInteraction(differences, tiers, { random, draws: 199 }).p ?? 1) <= 0.05) calls++
    }
    // 5 % of 300 is 15, Monte Carlo error ± 3.8.
    expect(calls).toBeLessThan(26)
  })

  it('needs two tiers', () => {
    expect(tierInteraction([1, 0], ['a', 'a'], { random: createRandom(1) }).p).toBeNull()
    expect(() => tierInteraction([1], [], { random: createRandom(1) })).toThrow('tiers')
  })
})

describe('GRIM and SPRITE', () => {
  it('36.8 % of 500 is 184, 35.5 % of 172 is 61, and 35.5 % of 20 cannot be', () => {
    expect(countsOf(36.8, 500, 1)).toEqual([184])
    expect(countsOf(35.5, 172, 1)).toEqual([61])
    expect(countsOf(35.5, 20, 1)).toEqual([])
  })

  it('finds what brute force finds, in small cells', () => {
    const n = 30
    const cell = {
      n,
      runs: 3,
      meanPercent: 41.1,
      meanDigits: 1,
      sdPercent: 1.92,
      sdDigits: 2,
      bestPercent: 43.3,
      bestDigits: 1,
    }
    const naive: number[][] = []
    for (let a = n; a >= 0; a--)
      for (let b = a; b >= 0; b--)
        for (let c = b; c >= 0; c--) {
          const percents = [a, b, c].map((count) => (100 * count) / n)
          const mean = percents.reduce((sum, value) => sum + value, 0) / 3
          const sd = Math.sqrt(percents.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 2)
          if (mean.toFixed(1) === '41.1' && sd.toFixed(2) === '1.92' && ((100 * a) / n).toFixed(1) === '43.3')
            naive.push([a, b, c])
        }
    expect(naive.length).toBeGreaterThan(0)
    expect(reconstructRuns(cell)).toEqual(naive)
    expect(reconstructRuns({ ...cell, sdPercent: 9.99 })).toEqual([])
  })
})

describe('utility of entries', () => {
  it('is drawn towards 0 by four exposures without effect', () => {
    const uses = Array.from({ length: 4 }, () => ({ outcome: 0, expected: 0.5 }))
    expect(utilityOf(uses)).toMatchObject({ n: 4, shrunken: -0.25, p: null })
    expect(utilityOf([])).toEqual({ n: 0, shrunken: 0, interval: null, p: null })
  })

  it('calls nothing harmful below ten exposures, and a bad one of forty harmful', () => {
    const bad = (n: number) => Array.from({ length: n }, () => ({ outcome: 0, expected: 0.5 }))
    expect(judgeUtilities([bad(9), bad(40)]).map(({ verdict }) => verdict)).toEqual([
      'association',
      'harmful',
    ])
  })

  it('flags at most 10 % when no entry has an effect, with the long tail of the paper: 797 entries, half used once', () => {
    const random = createRandom(11)
    let sets = 0
    let sum = 0
    for (let trial = 0; trial < 300; trial++) {
      const entries = Array.from({ length: 797 }, (_, i) =>
        Array.from({ length: i < 404 ? 1 : i < 697 ? 2 : 5 + Math.floor(30 * random() ** 3) }, () => {
          const expected = 0.2 + 0.6 * random()
          return { expected, outcome: random() < expected ? 1 : 0 }
        }),
      )
      const flagged = judgeUtilities(entries).filter(({ verdict }) => verdict === 'harmful').length
      sets += flagged > 0 ? 1 : 0
      sum += flagged
    }
    // With no effect every flag is false: the share of data sets with a flag is the false-discovery rate.
    expect(sets / 300).toBeLessThanOrEqual(0.1)
    expect(sum / 300 / 797).toBeLessThan(0.001)
  })
})
