import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clustersOf } from './worklist.ts'

it('joins what is joined through others, the largest first, each in the order of its ids', () => {
  expect(clustersOf([])).toEqual([])
  expect(
    clustersOf([
      { older: 'f', newer: 'g' },
      { older: 'b', newer: 'd' },
      { older: 'a', newer: 'c' },
      { older: 'c', newer: 'd' },
      { older: 'a', newer: 'c' },
    ]),
  ).toEqual([
    ['a', 'b', 'c', 'd'],
    ['f', 'g'],
  ])
})

it('finds the groups that walking from each entry to its neighbours finds, in any order of the pairs', () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 14 }), (numbers) => {
      const pairs = numbers.map(([a, b]) => ({ older: `m_${10 + a}`, newer: `m_${10 + b}` }))
      const walked = (from: string): string[] => {
        const found = new Set([from])
        for (const id of found)
          for (const { older, newer } of pairs) {
            if (older === id) found.add(newer)
            if (newer === id) found.add(older)
          }
        return [...found].sort()
      }
      const clusters = clustersOf(pairs)
      const ids = pairs.flatMap(({ older, newer }) => [older, newer])
      expect(clusters.flat().sort()).toEqual([...new Set(ids)].sort())
      for (const cluster of clusters) expect(cluster).toEqual(walked(cluster[0] ?? ''))
      const order = clusters.map((ids) => `${String(99 - ids.length).padStart(2, '0')} ${ids[0]}`)
      expect(order).toEqual([...order].sort())
      expect(clustersOf([...pairs].reverse())).toEqual(clusters)
    }),
  )
})
