import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRandom } from '../memory/statistics.ts'
import { keptNeighbours } from './kept.ts'
import { nearestOf, nearestOfAll } from './nearest.ts'
import type { Matrix } from './pca.ts'
import { sampleOf } from './sample.ts'

/** Whole numbers, so that every score is exact and many tie. */
function matrix(count: number, dimension: number, seed: number): Matrix {
  const random = createRandom(seed)
  return {
    ...{ count, dimension },
    data: Float32Array.from({ length: count * dimension }, () => Math.floor(random() * 5) - 2),
  }
}

/** Every other row by its score, the later of equals first. */
function sorted({ data, count, dimension }: Matrix, row: number): { place: number; score: number }[] {
  const at = (i: number, d: number) => data[i * dimension + d] ?? 0
  return Array.from({ length: count }, (_, place) => {
    let score = 0
    for (let d = 0; d < dimension; d++) score += at(row, d) * at(place, d)
    return { place, score }
  })
    .filter(({ place }) => place !== row)
    .sort((a, b) => b.score - a.score || b.place - a.place)
}

it('nearest neighbours are those of sorting all rows by their score, the later of equals first, whatever the number', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer(),
      (count, dimension, k, seed) => {
        const rows = matrix(count, dimension, seed)
        const all = nearestOfAll(rows, k)
        expect(all.k).toBe(Math.max(0, Math.min(k, count - 1)))
        for (let row = 0; row < count; row++) {
          const expected = sorted(rows, row).slice(0, k)
          const own = (from: ArrayLike<number>) => Array.from(from).slice(row * all.k, (row + 1) * all.k)
          expect(own(all.places)).toEqual(expected.map(({ place }) => place))
          expect(own(all.scores).map((score) => score + 0)).toEqual(expected.map(({ score }) => score + 0))
          expect(nearestOf(rows, row, k)).toEqual(expected.map(({ place }) => place))
        }
      },
    ),
    { numRuns: 60, seed: 3 },
  )
})

it('says how far it is in blocks of pairs, and ends where it said it would', () => {
  const heard: [number, number][] = []
  nearestOfAll(matrix(150, 2, 1), 3, (done, total) => heard.push([done, total]))
  // Three blocks of rows: 3, 2 and 1 blocks of pairs.
  expect(heard).toEqual([
    [3, 6],
    [5, 6],
    [6, 6],
  ])
})

it('a sample takes each number about as often, and another seed takes others', () => {
  const counts = Array.from({ length: 20 }, () => 0)
  for (let seed = 1; seed <= 2_000; seed++)
    for (const place of sampleOf(20, 5, seed)) counts[place] = (counts[place] ?? 0) + 1
  for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(90)
  expect(sampleOf(20, 5, 2)).not.toEqual(sampleOf(20, 5, 1))
  expect(sampleOf(5, 5)).toEqual([0, 1, 2, 3, 4])
  expect(sampleOf(0, 5)).toEqual([])
})

it.each([
  ['from left to right', 0],
  ['from top to bottom', 1],
])(
  'the share of neighbourhood that is kept counts what stands in both lists of fifteen, on a line %s',
  (_, axis) => {
    const count = 40
    const places = Float32Array.from({ length: 2 * count }, (_, i) =>
      i % 2 === axis ? Math.floor(i / 2) : 7,
    )
    const rows = matrix(count, 2, 1)
    // On a line the fifteen nearest of the first are the next fifteen.
    const next = (row: number) => Array.from({ length: 15 }, (_, i) => (row + 1 + i) % count)
    const onLine = (row: number) =>
      Array.from({ length: count }, (_, other) => other)
        .filter((other) => other !== row)
        .sort((a, b) => Math.abs(a - row) - Math.abs(b - row) || b - a)
        .slice(0, 15)
    const naive = Array.from(
      { length: count },
      (_, row) => next(row).filter((one) => onLine(row).includes(one)).length,
    )
    expect(keptNeighbours(rows, places, next)).toEqual({
      share: naive.reduce((sum, one) => sum + one, 0) / (15 * count),
      n: count,
      neighbours: 15,
    })
    expect(keptNeighbours(rows, places, onLine).share).toBe(1)
    expect(keptNeighbours(matrix(16, 2, 1), places, next)).toEqual({ share: null, n: 0, neighbours: 15 })
    expect(keptNeighbours(matrix(17, 2, 1), places, () => []).share).toBe(0)
  },
)
