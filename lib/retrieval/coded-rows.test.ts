import { expect, it } from 'vitest'
import { CATEGORIES } from '../memory/category.ts'
import { cosine, topPositions } from '../memory/similarity.ts'
import { createRandom } from '../memory/statistics.ts'
import { CodedRows } from './coded-rows.ts'
import { CosineIndex, type IndexRow, type PoolFilter } from './cosine-index.ts'

const random = createRandom(7)
const upTo = (n: number) => Math.floor(random() * n)
const DIMENSIONS = [1, 3, 16, 63, 64, 65]

/** `CASES=10000000 npx vitest run lib/retrieval/coded-rows.test.ts` for a long look. */
const CASES = Number(process.env.CASES ?? 100_000)
const ASKED_OF_ROWS = 20

/** Rows that are hard for codes: one number alone, all the same, noughts, as long and as short as float32 can be, one much larger than the rest, and copies of others. */
function hardRow(dimension: number, others: readonly Float32Array[]): Float32Array {
  const row = new Float32Array(dimension)
  const kind = upTo(10)
  if (kind === 0) row[upTo(dimension)] = random() < 0.5 ? -1 : 1
  else if (kind === 1) row.fill(random() - 0.5)
  else if (kind === 2) return row
  else if (kind === 3 && others.length > 0) return others[upTo(others.length)]?.slice() ?? row
  else for (let i = 0; i < dimension; i++) row[i] = random() - 0.5
  if (kind === 4) row[upTo(dimension)] = 1_000
  if (kind === 5) for (let i = 0; i < dimension; i++) row[i] = (row[i] ?? 0) * 10 ** (upTo(60) - 30)
  if (kind === 8) return row.map(() => (random() - 0.5) * 2 ** -140) // below the smallest normal number
  if (kind === 9) return row.map(() => (random() - 0.5) * 6e38)
  // Nearly the same as another: their order hangs on the last bits.
  if (kind === 6 && others.length > 0) {
    row.set(others[upTo(others.length)] ?? row)
    row[upTo(dimension)] = random() - 0.5
  }
  return row
}

it(`holds the nearest rows of brute force, ties too (${CASES} cases of hard rows)`, () => {
  let missed = 0
  let looked = 0
  let all = 0
  for (let round = 0; round < CASES / ASKED_OF_ROWS; round++) {
    const dimension = DIMENSIONS[round % DIMENSIONS.length] ?? 16
    const rows: Float32Array[] = []
    const count = 1 + upTo(60)
    const coded = CodedRows.open(dimension, 1 + upTo(count))
    if (!coded) throw new Error('this engine has no relaxed SIMD')
    coded.reserve(count)
    for (let n = 0; n < count; n++) {
      rows.push(hardRow(dimension, rows))
      coded.set(n, rows[n] ?? new Float32Array(dimension))
    }
    for (let ask = 0; ask < ASKED_OF_ROWS; ask++) {
      const query = hardRow(dimension, rows)
      const places = rows.map((_, n) => n).filter(() => random() < 0.9)
      if (places.length === 0) continue
      const k = 1 + upTo(Math.min(places.length, 10))
      const found = new Set(coded.candidates(query, places, k))
      const scores = places.map((place) => cosine(query, rows[place] ?? query))
      if (topPositions(scores, k).some((position) => !found.has(position))) missed++
      looked += found.size
      all += places.length
    }
  }
  expect(missed).toBe(0)
  // And it does leave rows out: hard rows are seldom far apart, those of a model are.
  expect(looked / all).toBeLessThan(0.9)
}, 3_600_000)

it('keeps the codes beside the rows when rows move', () => {
  const coded = CodedRows.open(16, 4)
  const axis = (n: number) => Float32Array.from({ length: 16 }, (_, i) => (i === n ? 1 : 0))
  for (let n = 0; n < 4; n++) coded?.set(n, axis(n))
  coded?.reserve(9)
  coded?.move(5, 1, 4)
  expect(coded?.candidates(axis(2), [0, 5, 6, 7], 1)).toEqual([2])
})

it('gives the same answers through the index as brute force does, while rows come and go', () => {
  const dimension = 384
  const vector = () => Float32Array.from({ length: dimension }, () => random() - 0.5)
  const row = (n: number): IndexRow => ({
    ...{ id: `m_${String(n).padStart(6, '0')}`, category: 'EDIT', projectId: 'p', scope: 'project' },
    ...{ instanceId: null, repo: null, episodeId: null, position: n, vector: vector() },
  })
  const rows = new Map(Array.from({ length: 2_000 }, (_, n) => [n, row(n)]))
  const index = CosineIndex.of({ id: 'e', dimension }, rows.values(), 1)
  let revision = 1
  for (let round = 0; round < 60; round++) {
    const changed = upTo(2_200)
    const known = rows.get(changed)
    if (known && random() < 0.5) {
      rows.delete(changed)
      index.apply({ kind: 'remove', revision: ++revision, id: known.id })
    } else {
      const next = row(changed)
      rows.set(changed, next)
      index.apply({ kind: 'upsert', revision: ++revision, row: next })
    }
    const query = vector()
    // All of them, those of before a moment, and of these what a filter lets through.
    for (const filter of [
      {},
      { before: 'm_001800' },
      { before: 'm_001900', admits: (one: { position: number | null }) => (one.position ?? 0) % 10 !== 0 },
    ] satisfies PoolFilter[]) {
      const there = [...rows.values()]
        .filter((one) => one.id < (filter.before ?? 'n') && (filter.admits?.(one) ?? true))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
      const scores = there.map((one) => cosine(query, one.vector))
      expect(index.pool('EDIT', filter).nearest(query, 5)).toMatchObject(
        topPositions(scores, 5).map((position) => ({ id: there[position]?.id, score: scores[position] })),
      )
    }
  }
  expect(CATEGORIES.filter((category) => index.pool(category).size > 0)).toEqual(['EDIT'])
})
