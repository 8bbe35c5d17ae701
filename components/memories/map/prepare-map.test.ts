import { expect, it } from 'vitest'
import type { MapView, Point } from '@/lib/memory/map.ts'
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

it('the verdict counts topics, says what the largest is about, and whether the memory repeats itself', () => {
  const place = { x: 0, y: 0, radius: 1, count: 79, named: 60 }
  const cache = { word: 'stale cache', count: 60, lift: 3 }
  const layout = { x: [1, 2], sampledFrom: null, clusters: [], pairs: [] }
  const view = { layout, liveCount: 2, scannedAt: '2026-01-01', unseenCount: 0 } as unknown as MapView
  const said = (more: Partial<NonNullable<MapView['layout']>>) =>
    mapVerdict({ ...view, layout: { ...view.layout, ...more } as MapView['layout'] }).replaceAll(
      '\u00a0',
      ' ',
    )
  expect(said({})).toBe('No topic stands out. No near-duplicates.')
  expect(said({ clusters: [{ ...place, keywords: [cache] }] })).toMatch(
    /1 topic; the largest, of 79\sentries, is about stale cache\./,
  )
  expect(said({ clusters: [{ ...place, named: 9, keywords: [cache] }], pairs: [[0, 1, 0.9]] })).toMatch(
    /^1 topic; the largest, of 79\sentries, has no single theme\. 1\spair of near-duplicates\.$/,
  )
})

it('says of how many nobody has looked for pairs, rather than that there are none', () => {
  const layout = { x: [1, 2], sampledFrom: null, clusters: [], pairs: [] }
  const view = { layout, liveCount: 2, scannedAt: null, unseenCount: 2 } as unknown as MapView
  expect(mapVerdict(view)).toContain('Near-duplicates: not checked yet.')
  expect(mapVerdict({ ...view, scannedAt: '2026-01-01', unseenCount: 10_000 })).toContain(
    'Near-duplicates: 10,000\u00a0entries not checked.',
  )
  const column = { values: [null], codes: [0, 0] }
  expect(legendOf('finding', column, 0).items[0]?.word).toBe('none')
  expect(legendOf('finding', column, 2).items[0]?.word).toBe('none, or not looked at (2)')
})

it('a topic is named only by words that most of it has', () => {
  const place = { x: 0, y: 0, radius: 1, count: 131 }
  const zone = { word: 'time zone', count: 22, lift: 4 }
  const cache = { word: 'stale cache', count: 50, lift: 3 }
  expect(clusterName({ ...place, keywords: [zone], named: 22 })).toBeNull()
  expect(clusterName({ ...place, keywords: [cache, zone], named: 70 })).toBe('stale cache · time zone')
  expect(clusterName({ ...place, keywords: [], named: 0 })).toBeNull()
})

it('of the spots that are free a label takes the one that hides least', () => {
  const spots: Point[] = [
    [0, 0],
    [50, 0],
    [90, 0],
  ]
  const marks = new Map([
    ['0', 5],
    ['50', 1],
    ['90', 1],
  ])
  const [placed] = placeLabels([{ width: 9, height: 9, spots }], (_, [x]) => marks.get(String(x)) ?? 0)
  expect(placed?.spot).toEqual([50, 0])
})
