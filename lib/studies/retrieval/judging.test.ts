import { describe, expect, it } from 'vitest'
import { weightedKappa } from '../../memory/statistics.ts'
import { questionKey } from '../../memory/studies/retrieval.ts'
import { type JudgedRow, judgedReport, judgedRow, judgingPool, POOL_DEPTH } from './judging.ts'

const rowOf = (id: string, candidates: Record<string, string[]>): JudgedRow => ({
  query: { id, text: `why ${id}`, category: 'ANALYZE' },
  candidates,
})
const judge = ({ query }: JudgedRow, entryId: string, grade: number, by = 'Ivo') => ({
  ...{ queryId: questionKey(query), queryText: query.text, category: query.category ?? null },
  ...{ entryId, grade, by },
})
/** What a strategy came to, of these rows and judgements. */
const report = (rows: JudgedRow[], judgements: ReturnType<typeof judge>[], strategies = ['subtask']) =>
  judgedReport(strategies, rows, judgements)

it('counts as found what helps by the mean of its judges: "no help" and "near it" make no hit', () => {
  const row = rowOf('q', { subtask: ['a', 'b'] })
  const near = ['a', 'b'].flatMap((id) => [judge(row, id, 0), judge(row, id, 1, 'Mara')])
  expect(report([row], near)?.rows[0]).toMatchObject({ hitAt1: 0, mrr: 0, gradeAt1: 0.5 })
  const second = [...near.slice(0, 2), judge(row, 'b', 2), judge(row, 'b', 3, 'Mara')]
  expect(report([row], second)?.rows[0]).toMatchObject({ hitAt1: 0, mrr: 0.5 })
})

describe('the report of judgements', () => {
  const [first, second] = [
    rowOf('q1', { subtask: ['a', 'b'], global: ['c', 'a'] }),
    rowOf('q2', { subtask: ['d'], global: [] }),
  ]

  it('is over the questions whose whole pool was judged; half a pool would favour whoever came first', () => {
    const half = [judge(first, 'a', 3), judge(first, 'b', 0), judge(second, 'd', 2)]
    const halfway = report([first, second], half, ['subtask', 'global'])
    expect(halfway).toMatchObject({ pairCount: 4, unjudgedCount: 1 })
    expect(halfway?.rows).toMatchObject([
      { strategy: 'subtask', n: 1, hitAt1: 1, mrr: 1, ndcgAt5: 1, gradeAt1: 2 },
      // Ranked nothing for the only question that counts: no hit, and no first grade.
      { strategy: 'global', n: 1, hitAt1: 0, mrr: 0, ndcgAt5: 0, gradeAt1: null },
    ])
    const whole = report([first, second], [...half, judge(first, 'c', 0)], ['subtask', 'global'])
    expect(whole?.rows).toMatchObject([
      { n: 2, hitAt1: 1, mrr: 1, gradeAt1: 2.5 },
      { n: 2, hitAt1: 0, mrr: 0.25, gradeAt1: 0 },
    ])
  })

  it('grades the whole order: nDCG@5 by mean grades, worked out by hand', () => {
    const judged = [
      judge(first, 'a', 1),
      judge(first, 'a', 3, 'Mara'),
      judge(first, 'b', 3),
      judge(first, 'c', 0),
    ]
    // a has grade 2 (gain 3), b has 3 (gain 7), c none: a, b against b, a; and c, a.
    const ideal = 7 + 3 / Math.log2(3)
    const rows = report([first], judged, ['subtask', 'global'])?.rows
    expect(rows?.[0]?.ndcgAt5).toBeCloseTo((3 + 7 / Math.log2(3)) / ideal, 12)
    expect(rows?.[1]?.ndcgAt5).toBeCloseTo(3 / Math.log2(3) / ideal, 12)
  })

  it('is none where nobody judged, or only questions of other words', () => {
    expect(report([first], [])).toBeNull()
    const reworded = { ...first, query: { ...first.query, text: 'another why' } }
    expect(report([first], [judge(reworded, 'a', 3)])).toBeNull()
    expect(report([first], [judge(first, 'z', 3)])).toBeNull()
  })

  it('says how far the two judges who share most pairs agree, over those pairs alone', () => {
    const row = rowOf('q', { subtask: ['a', 'b', 'c', 'd'] })
    const [ivo, mara] = [
      [0, 1, 2, 3],
      [0, 1, 3, 1],
    ]
    const judged = ['a', 'b', 'c', 'd'].flatMap((id, i) => [
      judge(row, id, ivo[i] ?? 0, 'Ivo'),
      judge(row, id, mara[i] ?? 0, 'Mara'),
    ])
    expect(report([row], [judge(row, 'a', 3, 'Noor'), ...judged])).toMatchObject({
      judges: ['Noor', 'Ivo', 'Mara'],
      kappa: { a: 'Ivo', b: 'Mara', n: 4, value: weightedKappa(ivo, mara, 4) },
    })
    expect(report([row], [judge(row, 'a', 3), judge(row, 'b', 3, 'Mara')])?.kappa).toBeNull()
  })
})

describe('the pairs to judge', () => {
  const rows = Array.from({ length: 12 }, (_, i) =>
    rowOf(`q${i}`, { subtask: [`a${i}`, 'b'], global: ['b', `c${i}`] }),
  )

  it('hold each candidate of a question once, whoever found it, and keep a question together', () => {
    const pool = judgingPool(rows, 'Ivo')
    expect(pool).toHaveLength(36)
    expect(new Set(pool.map(({ queryId, entryId }) => `${queryId} ${entryId}`)).size).toBe(36)
    for (let i = 0; i < pool.length; i += 3) {
      expect(new Set(pool.slice(i, i + 3).map(({ queryId }) => queryId)).size).toBe(1)
      expect(
        pool
          .slice(i, i + 3)
          .map(({ entryId }) => entryId[0])
          .sort(),
      ).toEqual(['a', 'b', 'c'])
    }
  })

  it('come in the same order for the same judge and in another for another, whatever the order of what found them', () => {
    const turned = rows.map(({ query, candidates: { subtask = [], global = [] } }) => ({
      query,
      candidates: { global, subtask },
    }))
    expect(judgingPool(turned, 'Ivo')).toEqual(judgingPool(rows, 'Ivo'))
    expect(judgingPool(rows, 'Mara')).not.toEqual(judgingPool(rows, 'Ivo'))
  })

  it('are of the first five of each ranking', () => {
    const entryIds = Array.from({ length: 9 }, (_, i) => `m_${i}`)
    const winner = { ...{ entryIds, instanceId: null, score: 1, values: null, crossPhase: null }, tookMs: 1 }
    const row = judgedRow({ query: { id: 'q', text: 't', relevant: ['x'] }, winners: { subtask: winner } })
    expect(row).toEqual({
      query: { id: 'q', text: 't', category: undefined },
      candidates: { subtask: entryIds.slice(0, POOL_DEPTH) },
    })
    expect(judgingPool([row], 'Ivo')[0]?.category).toBeNull()
  })
})
