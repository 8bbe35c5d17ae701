import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '../memory/category.ts'
import { createRandom } from '../memory/statistics.ts'
import { type Chance, chanceIn, createChanceCache, unrelatedOf } from './chance.ts'
import { CosineIndex, type IndexRow } from './cosine-index.ts'

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
    expect(unrelatedOf({ source, scores }, null).counts.reduce((sum, count) => sum + count, 0)).toBe(100)
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
})

it('draws chance, and says how many unrelated questions reach as high', () => {
  const chance: Chance = {
    source: 'other-tasks',
    scores: Float64Array.from({ length: 59 }, (_, n) => n / 100),
  }
  expect(unrelatedOf(chance, 0.57)).toMatchObject({ questionCount: 59, highFrom: 0.47, asHighCount: 2 })
  expect(unrelatedOf(chance, null).asHighCount).toBeNull()
  expect(unrelatedOf({ source: 'lessons', scores: new Float64Array(0) }, 0.9)).toMatchObject({
    highFrom: null,
    asHighCount: null,
  })
})

function cosineOf(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
