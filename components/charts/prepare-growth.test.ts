import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GrowthPoint } from '@/lib/memory/views/project.ts'
import { growthTable, prepareGrowth, sparkline, spreadLabels } from './prepare-growth.ts'

function point(episode: number, analyze: number, edit = 0): GrowthPoint {
  return {
    episode,
    at: '2026-11-09T08:00:00Z',
    counts: { ANALYZE: analyze, REPRODUCE: 0, EDIT: edit, VERIFY: 0 },
  }
}

test('counts start at 0 before the first episode and at 0 on the axis', () => {
  const growth = prepareGrowth([point(1, 3), point(2, 7)])
  expect(growth.rows[0]).toMatchObject({ episode: 0, ANALYZE: 0, at: null })
  expect(growth.yTicks[0]).toBe(0)
  expect(growth.yMax).toBeGreaterThanOrEqual(7)
})

test('before the first episode there is nothing to draw', () => {
  expect(prepareGrowth([]).rows).toEqual([])
})

test('a long stream is thinned, says by how much, and keeps its last episode', () => {
  const points = Array.from({ length: 1001 }, (_, k) => point(k + 1, k))
  const growth = prepareGrowth(points, 100)
  expect(growth.every).toBe(11)
  expect(growth.rows.length).toBeLessThanOrEqual(102)
  expect(growth.rows.at(-1)).toMatchObject({ episode: 1001, ANALYZE: 1000 })
})

test('a category may shrink: retired entries leave the count', () => {
  const growth = prepareGrowth([point(1, 5), point(2, 3)])
  expect(growth.rows.map((row) => row.ANALYZE)).toEqual([0, 5, 3])
})

test('table and chart say the same numbers', () => {
  const growth = prepareGrowth([point(1, 3, 2)])
  expect(growthTable(growth)).toEqual([
    ['episode', 'at', 'ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY'],
    [0, null, 0, 0, 0, 0],
    [1, '2026-11-09T08:00:00Z', 3, 0, 2, 0],
  ])
})

test('small lines share one scale, so that a small category looks small', () => {
  const growth = prepareGrowth([point(1, 10, 1)])
  expect(sparkline(growth, 'ANALYZE').at(-1)).toEqual({ x: 1, y: 10 / growth.yMax })
  expect(sparkline(growth, 'EDIT').at(-1)).toEqual({ x: 1, y: 1 / growth.yMax })
})

test('labels never overlap while there is room for them', () => {
  const wanted = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(wanted, (ys) => {
      const sorted = spreadLabels(ys, 14, 200).sort((a, b) => a - b)
      for (const [k, y] of sorted.entries()) {
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(200)
        if (k > 0) expect(y - (sorted[k - 1] ?? 0)).toBeGreaterThanOrEqual(14)
      }
    }),
  )
})
