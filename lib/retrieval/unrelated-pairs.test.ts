import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '../memory/category.ts'
import { unrelatedPairsSchema } from '../memory/retrieval.ts'
import { createRandom } from '../memory/statistics.ts'
import { CosineIndex, type IndexRow } from './cosine-index.ts'
import { createBackgroundCache, NO_BACKGROUND, shareBelow, unrelatedPairs } from './unrelated-pairs.ts'
import { judge, unjudged } from './verdict.ts'

const MODEL = { id: 'test', dimension: 8 }
const scope = { projectIds: ['p'] }

function indexOf(count: number, repoCount: number): CosineIndex {
  const random = createRandom(5)
  const rows = Array.from(
    { length: count },
    (_, n): IndexRow => ({
      id: `m_${String(n).padStart(6, '0')}`,
      category: CATEGORIES[n % 4] ?? 'EDIT',
      projectId: 'p',
      scope: 'project',
      instanceId: n % 11 === 0 ? null : `i-${Math.floor(n / 8)}`,
      repo: `r-${n % repoCount}`,
      episodeId: null,
      position: n,
      vector: Float32Array.from({ length: 8 }, () => random() - 0.3),
    }),
  )
  return CosineIndex.of(MODEL, rows, 1)
}

describe('unrelatedPairs', () => {
  it('draws the same pairs each time, at most 20,000, and the bins hold them all', () => {
    const index = indexOf(2_000, 5)
    const once = unrelatedPairs(index, scope)
    expect(once.rule).toBe('other-repo')
    expect(once.pairs.pairCount).toBe(20_000)
    expect(unrelatedPairsSchema.parse(once.pairs).counts.reduce((sum, count) => sum + count, 0)).toBe(20_000)
    expect(once.scores).toEqual(unrelatedPairs(index, scope).scores)
    expect(once.pairs.p95).toBeLessThan(once.pairs.p999 ?? 0)
  })

  it('takes other instances where other repositories give fewer than 1,000 pairs', () => {
    expect(unrelatedPairs(indexOf(200, 1), scope).rule).toBe('other-instance')
  })

  it('takes any category in a store too small for that', () => {
    expect(unrelatedPairs(indexOf(70, 1), scope)).toMatchObject({ rule: 'any-category' })
  })

  it('says nothing below 1,000 pairs', () => {
    const few = unrelatedPairs(indexOf(20, 3), scope)
    expect(few.pairs.pairCount).toBeGreaterThan(0)
    expect(few.pairs).toMatchObject({ p95: null, p999: null })
    expect(shareBelow(few, 0.5)).toBeNull()
  })

  it('is worked out once for a revision', () => {
    const cached = createBackgroundCache()
    const index = indexOf(200, 3)
    expect(cached(index, scope)).toBe(cached(index, scope))
    const before = cached(index, scope)
    index.apply({ kind: 'remove', revision: 2, id: 'm_000005' })
    expect(cached(index, scope)).not.toBe(before)
  })
})

describe('judge', () => {
  const background = unrelatedPairs(indexOf(2_000, 5), scope)
  const { p95, p999 } = background.pairs
  const at = (score: number, extra: object = {}) =>
    judge({
      category: 'EDIT',
      best: { score, title: 'the off-by-one pagination lesson' },
      margin: 0.078224,
      kept: 1_874,
      background,
      floor: null,
      tossUp: 0.01,
      ...extra,
    })

  it('puts the limits at 95 % and 99.9 % of unrelated pairs', () => {
    expect(at(p95 ?? 0).word).toBe('nothing-fits')
    expect(at((p95 ?? 0) + 1e-9).word).toBe('weak')
    expect(at(p999 ?? 0).word).toBe('weak')
    expect(at((p999 ?? 0) + 1e-9).word).toBe('fits')
  })

  it('never gives one share of beaten pairs two words', () => {
    for (const score of background.scores) {
      const { word, aboveUnrelated } = at(score + 1e-12)
      const share = aboveUnrelated ?? 0
      expect(word).toBe(share < 0.95 ? 'nothing-fits' : share < 0.999 ? 'weak' : 'fits')
    }
  })

  it('speaks in the voice of the product', () => {
    expect(at(0.9999).sentence).toBe(
      'It fits: “the off-by-one pagination lesson”, ahead of the next by 0.078224.',
    )
    expect(at(0.3).sentence).toMatch(
      /^Likely nothing here fits: the best of 1,874 is better than \d+\u00a0% of unrelated pairs\. With the floor off it would be injected all the same\.$/,
    )
    expect(at((p95 ?? 0) + 1e-6, { margin: 0.002 }).sentence).toMatch(
      /^Weak: above 9\d(?:\.\d)?\u00a0% of unrelated pairs, and the two best are 0\.002000 apart\.$/,
    )
    expect(at(0.1, { floor: 0.4 }).sentence).toContain('under the floor of 0.4, so nothing is injected.')
  })

  it('knows the empty pool from one it cannot judge', () => {
    expect(at(0, { best: null }).sentence).toBe(
      'Cold: EDIT is empty in this scope, so the agent works without memory.',
    )
    const unknown = at(0.7, { background: NO_BACKGROUND })
    expect(unknown).toMatchObject({ word: 'unknown', aboveUnrelated: null, pairCount: 0 })
    expect(unknown.sentence).toContain('Cannot judge yet')
    expect(unjudged('bm25', 3)).toMatchObject({ word: 'unknown', weakFrom: null })
    expect(unjudged('bm25', 0).word).toBe('cold')
  })
})
