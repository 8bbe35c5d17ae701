import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '../memory/category.ts'
import { unrelatedPairsSchema } from '../memory/retrieval.ts'
import { createRandom } from '../memory/statistics.ts'
import { CosineIndex, type IndexRow } from './cosine-index.ts'
import { createBackgroundCache, unrelatedPairs } from './unrelated-pairs.ts'

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
