import { expect, test } from 'vitest'
import { figureTable } from '@/components/figures/figure-table.ts'
import { originLines } from '@/components/figures/origin.ts'
import type { GrowthPoint } from '@/lib/memory/views/project.ts'
import { growthFigure, growthOrigin, sparkline } from './growth.ts'

function point(episode: number, analyze: number, edit = 0): GrowthPoint {
  return {
    episode,
    at: '2026-11-09T08:00:00Z',
    counts: { ANALYZE: analyze, REPRODUCE: 0, EDIT: edit, VERIFY: 0 },
  }
}
const analyzed = (points: GrowthPoint[], most?: number) =>
  growthFigure(points, 'p', most).series.find(({ name }) => name === 'ANALYZE')?.points ?? []

test('counts start at 0 before the first episode', () => {
  expect(analyzed([point(1, 3), point(2, 7)]).map(({ y }) => y)).toEqual([0, 3, 7])
})

test('a long stream is thinned, says by how much, and keeps its last episode', () => {
  const points = Array.from({ length: 1001 }, (_, k) => point(k + 1, k))
  expect(growthFigure(points, 'p', 100).subtitle).toContain('every 11th drawn')
  expect(analyzed(points, 100).length).toBeLessThanOrEqual(102)
  expect(analyzed(points, 100).at(-1)).toMatchObject({ x: 1001, y: 1000 })
})

test('a category may shrink: retired entries leave the count', () => {
  expect(analyzed([point(1, 5), point(2, 3)]).map(({ y }) => y)).toEqual([0, 5, 3])
})

test('table and picture say the same numbers', () => {
  expect(figureTable(growthFigure([point(1, 3, 2)], 'p'))).toEqual([
    ['episode', 'ANALYZE', 'REPRODUCE', 'EDIT', 'VERIFY', 'at'],
    [0, 0, 0, 0, 0, null],
    [1, 3, 0, 2, 0, '2026-11-09T08:00:00Z'],
  ])
})

test('its file says where the counts are from', () => {
  const project = {
    id: 'p',
    name: 'shop',
    source: 'imported',
    entryCount: 9,
    liveCount: 7,
    episodeCount: 2,
  } as const
  const lines = originLines(['Growth'], growthOrigin(project, 12), 'http://127.0.0.1/', 'abc')
  expect(lines.map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
    'Growth',
    'source: imported',
    'project shop: 7 live entries, 2 episodes, as of revision 12',
    'seed: none, nothing was drawn',
    'commit: abc',
    'address: http://127.0.0.1/',
  ])
})

test('small lines share one scale, so that a small category looks small', () => {
  const growth = growthFigure([point(1, 10, 1)], 'p')
  expect(sparkline(growth, 'ANALYZE').at(-1)).toEqual({ x: 1, y: 1 })
  expect(sparkline(growth, 'EDIT').at(-1)).toEqual({ x: 1, y: 0.1 })
  expect(sparkline(growthFigure([], 'p'), 'EDIT')).toEqual([])
})
