import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryUtilities, relationCounts, reuseShape, type Use } from './reuse.ts'

const usesOf = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([entryId, uses]) => Array.from({ length: uses }, () => ({ entryId })))
const shape = (counts: Record<string, number>, stored: string[] = Object.keys(counts)) =>
  reuseShape(usesOf(counts), new Set(stored))

describe('the shape of reuse', () => {
  it('counts uses by entry, most first and the older of equals before the newer', () => {
    expect(shape({ m_3: 1, m_1: 4, m_2: 4 })).toMatchObject({
      ...{ uses: 9, distinct: 3, stored: 3, never: 0, gone: 0, singleUseShare: 1 / 3 },
      counts: [
        { entryId: 'm_1', uses: 4 },
        { entryId: 'm_2', uses: 4 },
        { entryId: 'm_3', uses: 1 },
      ],
    })
  })

  it('knows what is stored and was never given out, and what was given out and is stored no more', () => {
    expect(shape({ m_1: 2, m_9: 1 }, ['m_1', 'm_2', 'm_3'])).toMatchObject({
      ...{ distinct: 2, stored: 3, never: 2, gone: 1 },
    })
    expect(shape({ m_8: 1, m_9: 1 }, ['m_1'])).toMatchObject({ distinct: 2, stored: 1, never: 1, gone: 2 })
    expect(shape({ m_8: 1 }, [])).toMatchObject({ never: 0, gone: 1 })
  })

  it('has a head of as many as the paper’s 100 of 797, and none while that rounds to nobody', () => {
    const heavy = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`m_${10 + i}`, i < 2 ? 9 : 1]))
    // 12 · 100 / 797 = 1.5, rounded 2: eighteen of twenty-eight uses.
    expect(shape(heavy)).toMatchObject({ headCount: 2, headShare: 18 / 28 })
    expect(shape({ m_1: 3, m_2: 1, m_3: 1 })).toMatchObject({ headCount: 0, headShare: null })
  })

  it('of nothing is unknown, and no 0', () => {
    expect(shape({}, ['m_1'])).toEqual({
      ...{ uses: 0, distinct: 0, stored: 1, never: 1, gone: 0, headCount: 0 },
      ...{ headShare: null, singleUseShare: null, gini: null, counts: [] },
    })
    expect(shape({ m_1: 5 }).gini).toBeNull()
  })

  it('has the Gini coefficient that all differences of pairs give', () => {
    expect(shape({ a: 2, b: 2, c: 2 }).gini).toBe(0)
    expect(shape({ a: 1, b: 3 }).gini).toBeCloseTo(1 / 4, 12)
    const counts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(counts, (uses) => {
        const total = uses.reduce((sum, one) => sum + one, 0)
        const apart = uses.flatMap((one) => uses.map((other) => Math.abs(one - other)))
        const naive = apart.reduce((sum, one) => sum + one, 0) / (2 * uses.length * total)
        const { gini } = shape(Object.fromEntries(uses.map((count, i) => [`m_${i}`, count])))
        expect(gini).toBeCloseTo(naive, 9)
      }),
    )
  })
})

it('names every relation, also those that no use has', () => {
  const uses = ['same task', 'unknown', 'same task'].map(
    (relation) => ({ entryId: 'm', category: 'EDIT', relation }) as Use,
  )
  expect(relationCounts(uses)).toEqual([
    { relation: 'same task', uses: 2 },
    { relation: 'same repository', uses: 0 },
    { relation: 'other repository', uses: 0 },
    { relation: 'unknown', uses: 1 },
  ])
})

it('utilities stand worst first, the older of equals before the newer, each of its own uses', () => {
  const use = (entryId: string, outcome: number) => ({ entryId, outcome, expected: 0.5 })
  const found = entryUtilities([use('m_2', 0), use('m_1', 1), use('m_3', 0), use('m_2', 1), use('m_0', 0)])
  expect(found.map(({ entryId, n, shrunken }) => [entryId, n, shrunken])).toEqual([
    ['m_0', 1, -0.1],
    ['m_3', 1, -0.1],
    ['m_2', 2, 0],
    ['m_1', 1, 0.1],
  ])
  expect(entryUtilities([])).toEqual([])
})
