import { describe, expect, it } from 'vitest'
import { createRandom } from '../memory/statistics.ts'
import { findClusters } from './clusters.ts'
import { keptNeighbours } from './kept.ts'
import { nearestOf, nearestOfAll } from './nearest.ts'
import { type Matrix, principalAxes, projectOn } from './pca.ts'
import { sampleOf } from './sample.ts'
import { umapLayout } from './umap.ts'

function matrixOf(rows: number[][]): Matrix {
  return { data: Float32Array.from(rows.flat()), count: rows.length, dimension: rows[0]?.length ?? 0 }
}

/** Rows of length 1 in `groups` bundles. */
function bundles(count: number, dimension: number, groups: number): Matrix {
  const random = createRandom(7)
  const middles = Array.from({ length: groups }, () =>
    Array.from({ length: dimension }, () => random() - 0.5),
  )
  const rows = Array.from({ length: count }, (_, i) => {
    const row = (middles[i % groups] ?? []).map((value) => value + (random() - 0.5) * 0.3)
    const length = Math.hypot(...row)
    return row.map((value) => value / length)
  })
  return matrixOf(rows)
}

describe('principal axes', () => {
  it('are the directions of most and second most difference, each with its largest component positive', () => {
    // A box of half-widths 3, 2 and 1 along y, z and x, away from the origin.
    const rows = [-1, 1].flatMap((a) =>
      [-1, 1].flatMap((b) => [-1, 1].map((c) => [5 + a, 5 - 3 * b, 5 + 2 * c])),
    )
    const found = principalAxes(matrixOf(rows))
    expect([...found.mean]).toEqual([5, 5, 5])
    for (const [axis, expected] of [
      [found.axes[0], [0, 1, 0]],
      [found.axes[1], [0, 0, 1]],
    ] as const)
      for (const [j, value] of expected.entries()) expect(axis[j]).toBeCloseTo(value, 3)
    const places = projectOn(matrixOf(rows), found)
    expect(Math.abs(places[0] ?? 0)).toBeCloseTo(3, 2)
    expect(Math.abs(places[1] ?? 0)).toBeCloseTo(2, 2)
  })

  it('are the same bits every time', () => {
    const rows = bundles(80, 16, 4)
    expect(principalAxes(rows)).toEqual(principalAxes(rows))
  })

  it('begun on a sample are those of all rows', () => {
    const rows = bundles(5_000, 16, 6)
    const { mean, axes } = principalAxes(rows)
    // An axis of the covariance is only made longer by it, never turned.
    for (const axis of axes) {
      const turned = new Float64Array(16)
      for (let i = 0; i < rows.count; i++) {
        const row = [...rows.data.subarray(i * 16, (i + 1) * 16)].map((value, j) => value - (mean[j] ?? 0))
        const along = row.reduce((sum, value, j) => sum + value * (axis[j] ?? 0), 0)
        for (let j = 0; j < 16; j++) turned[j] = (turned[j] ?? 0) + along * (row[j] ?? 0)
      }
      const length = Math.hypot(...turned)
      const cosine = turned.reduce((sum, value, j) => sum + (value / length) * (axis[j] ?? 0), 0)
      expect(cosine).toBeGreaterThan(0.9999)
    }
  })

  it('are zero where rows do not differ', () => {
    const places = projectOn(
      matrixOf([
        [1, 0, 0],
        [1, 0, 0],
      ]),
      principalAxes(
        matrixOf([
          [1, 0, 0],
          [1, 0, 0],
        ]),
      ),
    )
    expect([...places].every((value) => value === 0)).toBe(true)
    const line = matrixOf([
      [0, 0, 0],
      [1, 1, 0],
      [2, 2, 0],
    ])
    const onLine = projectOn(line, principalAxes(line))
    expect(onLine[1]).toBeCloseTo(0, 5)
    expect(onLine[5]).toBeCloseTo(0, 5)
  })
})

describe('nearest neighbours', () => {
  it('of all rows at once are those found row by row', () => {
    for (const count of [3, 64, 131]) {
      const rows = bundles(count, 12, 5)
      const all = nearestOfAll(rows, 15)
      expect(all.k).toBe(Math.min(15, count - 1))
      for (let row = 0; row < count; row++)
        expect([...all.places.subarray(row * all.k, (row + 1) * all.k)]).toEqual(nearestOf(rows, row, all.k))
    }
  })

  it('that tie go to the later row', () => {
    expect(
      nearestOf(
        matrixOf([
          [1, 0],
          [0, 1],
          [0, 1],
          [0, 1],
        ]),
        1,
        2,
      ),
    ).toEqual([3, 2])
    expect([
      ...nearestOfAll(
        matrixOf([
          [1, 0],
          [0, 1],
          [0, 1],
          [0, 1],
        ]),
        2,
      ).places.subarray(2, 4),
    ]).toEqual([3, 2])
  })
})

describe('the share of neighbourhood a map keeps', () => {
  it('is 1 when the entries lie in a plane to begin with', () => {
    const random = createRandom(3)
    const rows = matrixOf(
      Array.from({ length: 700 }, () => {
        const turn = random() * 2 * Math.PI
        return [Math.cos(turn), Math.sin(turn)]
      }),
    )
    const kept = keptNeighbours(rows, projectOn(rows, principalAxes(rows)))
    expect(kept.n).toBe(500)
    expect(kept.share).toBeGreaterThan(0.999)
  })

  it('is about 15 of n when the map says nothing', () => {
    const rows = bundles(300, 24, 6)
    const random = createRandom(9)
    const noise = Float32Array.from({ length: 600 }, () => random())
    const { share } = keptNeighbours(rows, noise)
    expect(share).toBeGreaterThan(0.03)
    expect(share).toBeLessThan(0.08)
  })

  it('is unknown where everybody is a neighbour', () => {
    const rows = bundles(16, 8, 2)
    expect(keptNeighbours(rows, projectOn(rows, principalAxes(rows))).share).toBeNull()
  })
})

it('a sample is of different numbers, ascending, and the same every time', () => {
  const sample = sampleOf(1000, 100)
  expect(new Set(sample).size).toBe(100)
  expect(sample).toEqual([...sample].sort((a, b) => a - b))
  expect(sampleOf(1000, 100)).toEqual(sample)
  expect(sampleOf(3, 100)).toEqual([0, 1, 2])
})

describe('UMAP', () => {
  const rows = bundles(240, 32, 6)
  const start = projectOn(rows, principalAxes(rows))
  const nearest = nearestOfAll(rows, 15)

  it('keeps bundles together, gives the same map every time and says how far it is', () => {
    const heard: number[] = []
    const places = umapLayout(nearest, start, (done) => heard.push(done))
    expect(heard.at(-1)).toBe(heard.length)
    expect(umapLayout(nearest, start)).toEqual(places)
    const mates = (row: number) =>
      nearestOf2d(places, row, 10).filter((other) => other % 6 === row % 6).length
    for (const row of [0, 1, 2, 3, 4, 5]) expect(mates(row)).toBeGreaterThanOrEqual(9)
  })

  it('lays out as few as three rows, two of them equal', () => {
    const three = matrixOf([
      [1, 0],
      [1, 0],
      [0, 1],
    ])
    const places = umapLayout(nearestOfAll(three, 15), projectOn(three, principalAxes(three)))
    expect([...places].every(Number.isFinite)).toBe(true)
  })
})

describe('places where entries crowd', () => {
  it('are called by the keywords that are more common there than elsewhere', () => {
    const at = (x: number, y: number, word: string, n: number) =>
      Array.from({ length: n }, (_, i) => ({
        x: x + (i % 5),
        y: y + (i % 3),
        keywords: [word, 'everywhere'],
      }))
    const [first, second, ...rest] = findClusters([
      ...at(100, 100, 'cursor', 30),
      ...at(800, 700, 'lock', 12),
    ])
    expect(rest).toEqual([])
    expect(first?.count).toBe(30)
    expect(first?.keywords[0]).toEqual({ word: 'cursor', count: 30, lift: 42 / 30 })
    expect(second?.keywords[0]?.word).toBe('lock')
    expect(first?.named).toBe(30)
    expect(second?.x).toBeGreaterThan(790)
  })
})

function nearestOf2d(places: Float32Array, row: number, k: number): number[] {
  const far = (other: number) =>
    Math.hypot(
      (places[2 * other] ?? 0) - (places[2 * row] ?? 0),
      (places[2 * other + 1] ?? 0) - (places[2 * row + 1] ?? 0),
    )
  return Array.from({ length: places.length / 2 }, (_, other) => other)
    .filter((other) => other !== row)
    .sort((a, b) => far(a) - far(b))
    .slice(0, k)
}
