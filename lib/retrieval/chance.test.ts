import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '../memory/category.ts'
import { createRandom } from '../memory/statistics.ts'
import {
  asHighCount,
  basisOf,
  type Chance,
  chanceIn,
  createChanceCache,
  NO_CHANCE,
  unrelatedOf,
} from './chance.ts'
import { CosineIndex, type IndexRow } from './cosine-index.ts'
import { judge, unjudged } from './verdict.ts'

const MODEL = { id: 'test', dimension: 8 }
const scope = { projectIds: ['p'] }
const random = createRandom(5)
const vector = () => Float32Array.from({ length: 8 }, () => random() - 0.3)

function row(n: number, change: Partial<IndexRow> = {}): IndexRow {
  return {
    id: `m_${String(n).padStart(6, '0')}`,
    category: CATEGORIES[n % 4] ?? 'EDIT',
    projectId: 'p',
    scope: 'project',
    instanceId: `i-${Math.floor(n / 8)}`,
    repo: `r-${n % 5}`,
    episodeId: null,
    position: n,
    vector: vector(),
    ...change,
  }
}

const rows = Array.from({ length: 800 }, (_, n) => row(n))
const index = CosineIndex.of(MODEL, rows, 1)
const asked = { scope, category: 'EDIT' as const }
const questions = (count: number, projectId: string) =>
  Array.from({ length: count }, (_, n) => ({
    projectId,
    instanceId: projectId === 'p' ? `i-${n}` : `other-${n}`,
    repo: projectId === 'p' ? `r-${n % 5}` : null,
    vector: vector(),
  }))

describe('chance', () => {
  it('is the best score of each unrelated question over the whole pool, not of single pairs', async () => {
    const given = questions(50, 'q')
    const pool = rows.filter(({ category }) => category === 'EDIT')
    const best = given.map((question) =>
      Math.max(...pool.map((one) => cosineOf(question.vector, one.vector))),
    )
    const { source, scores } = await chanceIn(index, asked, given)
    expect(source).toBe('other-projects')
    const expected = best.sort((a, b) => a - b)
    for (const [i, score] of scores.entries()) expect(score).toBeCloseTo(expected[i] ?? 0, 5)
  })

  it('never puts a question to what its own repository or task left', async () => {
    const own = row(9_000, { category: 'EDIT', repo: 'r-0', instanceId: 'i-own' })
    const with_ = CosineIndex.of(MODEL, [...rows, own], 1)
    const same = Array.from({ length: 60 }, () => ({
      projectId: 'p',
      instanceId: 'i-own',
      repo: 'r-0',
      vector: own.vector,
    }))
    const { source, scores } = await chanceIn(with_, asked, same)
    expect(source).toBe('other-tasks')
    expect(scores).toHaveLength(60)
    expect(Math.max(...scores)).toBeLessThan(0.999)
  })

  it('takes lessons for questions where no run asked any, and says so', async () => {
    const { source, scores } = await chanceIn(index, asked, [])
    expect(source).toBe('lessons')
    expect(scores).toHaveLength(100)
    expect(unrelatedOf({ source, scores }).counts.reduce((sum, count) => sum + count, 0)).toBe(100)
  })

  it('is put to the pool once for a state of the index', async () => {
    let readCount = 0
    const cached = createChanceCache(async () => {
      readCount++
      return questions(50, 'q')
    })
    await Promise.all([
      cached(index, { ...asked, pools: ['EDIT'] }),
      cached(index, { ...asked, pools: ['EDIT'] }),
    ])
    expect(readCount).toBe(1)
  })

  it('stays while only other projects change, once as many questions were put as ever are; not when its own does', async () => {
    const own = CosineIndex.of(MODEL, rows.slice(0, 80), 1)
    let readCount = 0
    let known = 60
    const cached = createChanceCache(async () => {
      readCount++
      return questions(known, 'q')
    })
    const take = (n: number, change: Partial<IndexRow>) =>
      own.catchUp([{ kind: 'upsert', revision: n, row: row(900 + n, change) }], n)
    await cached(own, asked)
    take(2, { projectId: 'q' })
    await cached(own, asked)
    expect(readCount).toBe(2) // more questions may be there by now
    known = 200
    take(3, { projectId: 'q' })
    const chance = await cached(own, asked)
    expect(chance.scores).toHaveLength(100)
    take(4, { projectId: 'q' })
    expect(await cached(own, asked)).toBe(chance)
    expect(readCount).toBe(3)
    take(5, {})
    expect(await cached(own, asked)).not.toBe(chance)
    const moved = own.pool('EDIT').rows()[0]
    if (moved) own.catchUp([{ kind: 'upsert', revision: 6, row: { ...moved, projectId: 'q' } }], 6)
    await cached(own, asked)
    expect(readCount).toBe(5)
  })

  /** The claim of the words, whatever the pool's size: a question that has nothing to do with the pool gets `fits` 5 times of 100. */
  it.each([20, 200, 800])('keeps the words’ claim over a pool of %i', async (size) => {
    const pool = CosineIndex.of(
      MODEL,
      Array.from({ length: size }, (_, n) => row(n, { category: 'EDIT' })),
      1,
    )
    let fits = 0
    let weak = 0
    const trials = 300
    for (let trial = 0; trial < trials; trial++) {
      const chance = await chanceIn(pool, asked, questions(60, 'q'))
      const [question] = questions(1, 'q')
      const [best] = pool.pool('EDIT').nearest(question?.vector ?? vector(), 1)
      const { word } = verdictAt(best?.score ?? 0, chance)
      if (word === 'fits') fits++
      if (word !== 'nothing-fits') weak++
    }
    // Three standard deviations of the share over the claim.
    expect(fits / trials).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / trials))
    expect(weak / trials).toBeLessThan(0.2 + 3 * Math.sqrt((0.2 * 0.8) / trials))
    expect(weak / trials).toBeGreaterThan(0.1)
  })
})

const chance: Chance = { source: 'other-tasks', scores: Float64Array.from({ length: 59 }, (_, n) => n / 100) }
const verdictAt = (score: number, from = chance, extra: object = {}) =>
  judge({
    category: 'EDIT',
    best: { score, title: 'the pagination lesson', doubts: [] },
    margin: 0.078224,
    kept: 1_874,
    chance: from,
    tossUp: 0.01,
    readsWords: false,
    ...extra,
  })

describe('the verdict', () => {
  it('gives its words by how many unrelated questions score as high', () => {
    // Of 59 at most 2 may be as high for `fits`, at most 11 for `weak`.
    expect([0.56, 0.561].map((score) => verdictAt(score).word)).toEqual(['weak', 'fits'])
    expect([0.47, 0.471].map((score) => verdictAt(score).word)).toEqual(['nothing-fits', 'weak'])
    expect(basisOf(chance)).toEqual({ questionCount: 59, weakFrom: 0.47, fitsFrom: 0.56 })
    expect(asHighCount(chance, 0.57)).toBe(2)
  })

  it('says what a reader can check', () => {
    expect(verdictAt(0.57).sentence).toBe(
      'It fits: “the pagination lesson”, ahead of the next by 0.078224; as high as this in 2 of 59 unrelated questions to this pool.',
    )
    expect(verdictAt(0.5, chance, { margin: 0.002 }).sentence).toBe(
      'Weak: as high as this in 9 of 59 unrelated questions to this pool, and the two best are 0.002000 apart.',
    )
    expect(verdictAt(0.3).sentence).toBe(
      'No sign that anything here fits: the best of 1,874 is as high as this in 29 of 59 unrelated questions to this pool.',
    )
    expect(verdictAt(0.3, chance, { readsWords: true }).sentence).toMatch(/ Read by words, not by meaning\.$/)
  })

  it('is never `fits` beside an entry that something open speaks against', () => {
    const best = { score: 0.9, title: 'a lesson', doubts: ['vague', 'leak'] }
    expect(verdictAt(0.9, chance, { best })).toMatchObject({
      word: 'weak',
      sentence: expect.stringContaining('speaks against the lesson (vague, leak)'),
    })
  })

  it('knows the empty pool from one it cannot judge', () => {
    expect(verdictAt(0, chance, { best: null }).sentence).toBe(
      'Cold: EDIT is empty in this scope, so the agent works without memory.',
    )
    expect(verdictAt(0.7, NO_CHANCE)).toMatchObject({ word: 'unknown', asHighCount: null, questionCount: 0 })
    expect(unjudged('bm25', 3)).toMatchObject({ word: 'unknown', weakFrom: null })
    expect(unjudged('bm25', 0).word).toBe('cold')
  })
})

function cosineOf(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
