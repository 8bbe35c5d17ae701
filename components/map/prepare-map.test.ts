import { expect, it } from 'vitest'
import type { MapView, Point } from '../../lib/memory/map.ts'
import {
  clusterName,
  keptWords,
  legendOf,
  mapVerdict,
  nextPoint,
  placeLabels,
  touching,
} from './prepare-map.ts'

it('labels hide none before them: the next spot is taken, or the label is left out', () => {
  const box = { width: 40, height: 14 }
  const spots = (...places: Point[]) => ({ ...box, spots: places })
  const placed = placeLabels([
    spots([0, 0]),
    spots([10, 0], [10, 30]),
    spots([0, 5], [20, 32]),
    spots([90, 0]),
  ])
  expect(placed.map(({ spot }) => spot)).toEqual([
    [0, 0],
    [10, 30],
    [90, 0],
  ])
})

it('neighbourhood kept stands beside what chance would keep', () => {
  const words = keptWords({ share: 0.33, n: 233, neighbours: 15 }, 233)
  expect(words.replaceAll('\u00a0', ' ')).toBe('keeps 33 % of each entry’s 15 nearest (chance: 6 %), n 233')
  expect(keptWords({ share: 0.1, n: 500, neighbours: 15 }, 10_000)).toContain('chance: under 1')
  expect(keptWords({ share: null, n: 0, neighbours: 15 }, 9)).toContain('too few entries')
})

it('a legend has a line for each common value, and one for the rest', () => {
  const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', null]
  const { items, itemOf } = legendOf('repo', { values, codes: [0, 0, 1, 2, 3, 4, 5, 6, 7, 8] })
  expect(items.map(({ word, count }) => [word, count])).toEqual([
    ['a', 2],
    ['b', 1],
    ['c', 1],
    ['d', 1],
    ['e', 1],
    ['f', 1],
    ['2 others', 3],
  ])
  expect([...itemOf]).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 6, 6])
  expect(new Set(items.map(({ shape, token }) => `${shape} ${token}`)).size).toBe(items.length)
})

it('an arrow goes to the nearest entry straight ahead, and nowhere at the edge', () => {
  const places = { x: [0, 10, 30, 11], y: [0, 1, 0, 9] }
  expect(nextPoint(places, 0, 'ArrowRight')).toBe(1)
  expect(nextPoint(places, 1, 'ArrowRight')).toBe(2)
  expect(nextPoint(places, 0, 'ArrowLeft')).toBeNull()
})

it('marks on the same spot are moved apart until they touch', () => {
  expect(touching([5, 5], [5, 5], 3)).toEqual([
    [2, 5],
    [8, 5],
  ])
  expect(touching([0, 0], [9, 0], 3)).toEqual([
    [0, 0],
    [9, 0],
  ])
})

it('the verdict on a sample says of how many it is one', () => {
  const layout = { x: [1, 2], sampledFrom: 100_000, clusters: [], pairs: [] }
  const view = { layout, liveCount: 100_000, scannedAt: null, unseenCount: 100_000 } as unknown as MapView
  expect(mapVerdict(view).replaceAll('\u00a0', ' ')).toBe(
    '2 entries, a sample of 100,000, do not crowd anywhere; near-duplicates were not looked for yet.',
  )
})

it('says of how many nobody has looked for pairs, rather than that there are none', () => {
  const layout = { x: [1, 2], sampledFrom: null, clusters: [], pairs: [] }
  const view = { layout, liveCount: 2, scannedAt: '2026-01-01', unseenCount: 0 } as unknown as MapView
  expect(mapVerdict(view)).toContain('; no pair says nearly the same.')
  expect(mapVerdict({ ...view, unseenCount: 10_000 })).toContain(
    '; 10,000 not looked at for pairs that say the same.',
  )
  const column = { values: [null], codes: [0, 0] }
  expect(legendOf('finding', column, 0).items[0]?.word).toBe('none')
  expect(legendOf('finding', column, 2).items[0]?.word).toBe('none, or not looked at (2)')
})

it('a crowd is named only by words that most of it has; else it is mixed', () => {
  const place = { x: 0, y: 0, radius: 1, count: 131 }
  const zone = { word: 'time zone', count: 22, lift: 4 }
  const cache = { word: 'stale cache', count: 50, lift: 3 }
  expect(clusterName({ ...place, keywords: [zone], named: 22 })).toBe('mixed, time zone in 22')
  expect(clusterName({ ...place, keywords: [cache, zone], named: 70 })).toBe('stale cache · time zone')
  expect(clusterName({ ...place, keywords: [], named: 0 })).toBe('mixed')
})
