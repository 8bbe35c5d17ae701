import { describe, expect, it } from 'vitest'
import { calibration, coverage, crossPhaseShare, hitAt, ndcgAt, reciprocalRank } from './ranking-metrics.ts'

const ranking = ['a', 'b', 'c', 'd']

describe('hit@k and reciprocal rank', () => {
  it('count the first relevant place', () => {
    expect(hitAt(ranking, new Set(['c']), 2)).toBe(0)
    expect(hitAt(ranking, new Set(['c', 'd']), 3)).toBe(1)
    expect(reciprocalRank(ranking, new Set(['c', 'd']))).toBe(1 / 3)
    expect(reciprocalRank(ranking, new Set(['z']))).toBe(0)
    expect(hitAt([], new Set(['a']), 10)).toBe(0)
  })
})

describe('nDCG@k', () => {
  it('equals the value worked out by hand with gains 2^g − 1', () => {
    // b has 3 (gain 7) at rank 2, d has 1 (gain 1) at rank 4; ideal: 7 at rank 1, 1 at rank 2.
    const dcg = 7 / Math.log2(3) + 1 / Math.log2(5)
    const ideal = 7 + 1 / Math.log2(3)
    expect(
      ndcgAt(
        ranking,
        new Map([
          ['b', 3],
          ['d', 1],
        ]),
      ),
    ).toBeCloseTo(dcg / ideal, 12)
  })

  it('is 1 for the best order, 0 when nothing relevant is ranked, null when nothing is relevant', () => {
    expect(ndcgAt(['a', 'b'], new Map([['a', 2]]))).toBe(1)
    expect(ndcgAt(['a', 'b'], new Map([['z', 2]]))).toBe(0)
    expect(ndcgAt(['a', 'b'], new Map([['a', 0]]))).toBeNull()
    expect(ndcgAt(['a', 'b'], new Map())).toBeNull()
  })
})

describe('cross-phase share and coverage', () => {
  it('are shares, and null of nothing', () => {
    expect(crossPhaseShare(['EDIT', 'ANALYZE', 'EDIT'], 'EDIT')).toBeCloseTo(1 / 3, 12)
    expect(crossPhaseShare([], 'EDIT')).toBeNull()
    expect(coverage([['a'], []])).toBe(0.5)
    expect(coverage([])).toBeNull()
  })
})

describe('calibration', () => {
  it('weighs the gap of each bin by its n', () => {
    const pairs = [
      { confidence: 0.95, correct: true },
      { confidence: 0.95, correct: false },
      { confidence: 0.35, correct: false },
    ]
    const { ece, n, bins } = calibration(pairs)
    expect(n).toBe(3)
    expect(ece).toBeCloseTo((2 * 0.45 + 1 * 0.35) / 3, 12)
    expect(bins[9]).toEqual({ from: 0.9, to: 1, n: 2, confidence: 0.95, correct: 0.5 })
    expect(bins[0]?.correct).toBeNull()
  })

  it('puts certainty into the last bin and says null of nothing', () => {
    expect(calibration([{ confidence: 1, correct: true }]).bins[9]?.n).toBe(1)
    expect(calibration([]).ece).toBeNull()
  })
})
