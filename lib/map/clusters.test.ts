import { describe, expect, it } from 'vitest'
import { createRandom } from '../memory/statistics.ts'
import { findClusters } from './clusters.ts'

type Entry = { x: number; y: number; keywords: string[] }

/** `count` entries within a few units of a place, all with these keywords. */
const crowd = (x: number, y: number, count: number, keywords: string[] = []): Entry[] =>
  Array.from({ length: count }, (_, i) => ({ x: x + (i % 3), y: y + (i % 2), keywords }))

describe('places where entries crowd', () => {
  it('are as many as there are crowds, the largest first, each at the middle of its own entries', () => {
    const found = findClusters([...crowd(100, 100, 8), ...crowd(500, 900, 20), ...crowd(900, 200, 12)])
    expect(found.map(({ x, y, count }) => [x, y, count])).toEqual([
      [501, 901, 20],
      [901, 201, 12],
      [101, 101, 8],
    ])
  })

  it('need four entries, and twelve in a thousand of all', () => {
    expect(findClusters(crowd(100, 100, 3))).toEqual([])
    expect(findClusters(crowd(100, 100, 4))).toHaveLength(1)
    const large = crowd(800, 800, 500)
    expect(findClusters([...large, ...crowd(100, 100, 5)]).map(({ count }) => count)).toEqual([500])
    expect(findClusters([...large, ...crowd(100, 100, 7)]).map(({ count }) => count)).toEqual([500, 7])
    expect(findClusters([])).toEqual([])
  })

  it('are fourteen at most', () => {
    const places = Array.from({ length: 16 }, (_, i) =>
      crowd(60 + 250 * (i % 4), 60 + 250 * Math.floor(i / 4), 6 + i),
    )
    const found = findClusters(places.flat())
    expect(found.map(({ count }) => count)).toEqual(Array.from({ length: 14 }, (_, i) => 21 - i))
  })

  it('take in four in five of their entries by their radius', () => {
    const line = Array.from({ length: 10 }, (_, i) => ({ x: 500 + i, y: 500, keywords: [] }))
    // The middle is the sixth, at 505; eight of ten lie within 4 of it, the ninth place of the distances.
    expect(findClusters(line)[0]).toMatchObject({ x: 505, y: 500, radius: 4, count: 10 })
  })

  it.each([
    ['side by side', 40, 0],
    ['one above the other', 0, 40],
    ['across', 30, 30],
    ['across the other way', 30, -30],
  ])('take in what lies two cells away, %s, and part what lies ten cells away', (_, x, y) => {
    const counts = (times: number) =>
      findClusters([...crowd(500, 500, 9), ...crowd(500 + times * x, 500 + times * y, 6)]).map(
        ({ count }) => count,
      )
    expect(counts(1)).toEqual([15])
    expect(counts(6)).toEqual([9, 6])
  })

  it('do not reach from the end of one row of cells to the beginning of the next', () => {
    expect(findClusters([...crowd(997, 500, 9), ...crowd(0, 521, 6)]).map(({ count }) => count)).toEqual([
      9, 6,
    ])
    expect(findClusters([...crowd(500, 997, 9), ...crowd(521, 0, 6)]).map(({ count }) => count)).toEqual([
      9, 6,
    ])
  })

  it('hold entries on the very edge and beyond it, and lose none', () => {
    const found = findClusters([...crowd(1000, 1000, 5), ...crowd(-3, -3, 6), ...crowd(0, 1000, 7)])
    expect(found.map(({ count }) => count)).toEqual([7, 6, 5])
  })

  it('are the same whatever the order of the entries, up to which of equals comes first', () => {
    const random = createRandom(4)
    const entries = Array.from({ length: 300 }, () => ({
      ...{ x: 1000 * random() ** 2, y: 1000 * random(), keywords: [random() < 0.5 ? 'lock' : 'page'] },
    }))
    const told = (some: Entry[]) =>
      findClusters(some)
        .map((one) => JSON.stringify(one))
        .sort()
    expect(told([...entries].reverse())).toEqual(told(entries))
    const found = findClusters(entries)
    expect(found.length).toBeGreaterThan(2)
    for (const { count, named, radius, keywords } of found) {
      expect(count).toBeGreaterThanOrEqual(4)
      expect(named).toBeLessThanOrEqual(count)
      expect(radius).toBeGreaterThanOrEqual(0)
      expect(keywords.length).toBeLessThanOrEqual(2)
    }
  })
})

describe('a place is called by', () => {
  const elsewhere = crowd(900, 900, 30, ['everywhere', 'other'])
  const namesOf = (own: Entry[]) => {
    const [, here] = findClusters([...elsewhere, ...own])
    return { words: here?.keywords.map(({ word }) => word), named: here?.named }
  }

  it('the word that holds for most of it, then the one that adds most to that', () => {
    const own = [
      ...crowd(100, 100, 6, ['lock', 'thread']),
      ...crowd(100, 100, 2, ['lock']),
      ...crowd(100, 100, 3, ['cache']),
      ...crowd(100, 100, 1, []),
    ]
    // `thread` holds for more than `cache`, and for none that `lock` does not.
    expect(namesOf(own)).toEqual({ words: ['lock', 'cache'], named: 11 })
  })

  it('no word that is as common elsewhere, and none of a single entry', () => {
    expect(namesOf(crowd(100, 100, 8, ['everywhere']))).toEqual({ words: [], named: 0 })
    expect(namesOf([...crowd(100, 100, 7, []), ...crowd(100, 100, 1, ['once'])])).toEqual({
      words: [],
      named: 0,
    })
    expect(namesOf([...crowd(100, 100, 6, []), ...crowd(100, 100, 2, ['twice'])])).toEqual({
      words: ['twice'],
      named: 2,
    })
  })

  it('a part that its keywords share, of four letters or more, with how much commoner it is there', () => {
    const own = [
      ...crowd(100, 100, 4, ['page walk']),
      ...crowd(100, 100, 4, ['page order']),
      ...crowd(100, 100, 2, ['of it', 'of us']),
    ]
    const [, here] = findClusters([...elsewhere, ...own])
    expect(here?.keywords[0]).toEqual({ word: 'page', count: 8, lift: 40 / 10 })
    expect(here?.keywords.map(({ word }) => word)).not.toContain('of')
  })

  it('words that are counted once an entry, however often it has them', () => {
    const own = crowd(100, 100, 5, ['page', 'page', 'page walk'])
    const [, here] = findClusters([...elsewhere, ...own])
    expect(here?.keywords[0]).toMatchObject({ word: 'page', count: 5 })
    expect(here?.named).toBe(5)
  })
})
