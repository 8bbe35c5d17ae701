import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clustersOf } from '../../memory/findings/worklist.ts'
import { MOST_PAIRS, nearDuplicate, similarPairs } from './near-duplicate.ts'

/** A unit vector in the plane; two of them have the cosine of the angle between them. */
const at = (degrees: number) => {
  const angle = (degrees * Math.PI) / 180
  return Float32Array.of(Math.cos(angle), Math.sin(angle))
}
const id = (n: number) => `m_${String(n).padStart(4, '0')}`
const memoryOf = (rows: readonly { category: string; degrees: number }[]) => ({
  entries: rows.map(({ category }, n) => ({ id: id(n), category })),
  textVectors: rows.map(({ degrees }) => at(degrees)),
})

it('finds every pair of a category from a cosine on, closest first, the older named first', async () => {
  const row = fc.record({
    category: fc.constantFrom('EDIT', 'VERIFY'),
    degrees: fc.integer({ min: 0, max: 179 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      const pairs = await similarPairs(memoryOf(rows), 0.8)
      const wanted = rows.flatMap((newer, n) =>
        rows
          .slice(0, n)
          .flatMap((older, o) =>
            older.category === newer.category &&
            Math.cos(((newer.degrees - older.degrees) * Math.PI) / 180) >= 0.8
              ? [`${id(o)} ${id(n)}`]
              : [],
          ),
      )
      expect(pairs.map(({ older, newer }) => `${older} ${newer}`).toSorted()).toEqual(wanted.toSorted())
      expect(pairs.map(({ score }) => score)).toEqual(
        pairs.map(({ score }) => score).toSorted((a, b) => b - a),
      )
    }),
    { numRuns: 60, seed: 7 },
  )
})

it('keeps for one entry of a crowd the twelve pairs that are closest', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => ({ category: 'EDIT', degrees: n }))
  const pairs = await similarPairs(memoryOf(rows), 0.6)
  const ofLast = pairs.filter(({ newer }) => newer === id(19)).map(({ older }) => older)
  expect(ofLast).toEqual(Array.from({ length: 12 }, (_, n) => id(18 - n)))
})

it('keeps the cluster of a crowd whole, and says from when on it lists one pair an entry', async () => {
  const rows = Array.from({ length: 700 }, () => ({ category: 'EDIT', degrees: 0 }))
  const memory = { ...memoryOf(rows), descriptionVectors: [], retrievals: [], vanilla: new Map() }
  const found = await nearDuplicate.find(memory as never)
  if (Array.isArray(found) || !('faults' in found)) throw new Error('it did not say that it stopped')
  expect(found.stoppedBecause).toContain(MOST_PAIRS.toLocaleString('en'))
  expect(found.faults.length).toBeLessThan(MOST_PAIRS + 700)
  const pairs = found.faults.map(({ entryId, otherId }) => ({ older: entryId, newer: otherId ?? '' }))
  expect(clustersOf(pairs)).toHaveLength(1)
  expect(clustersOf(pairs)[0]).toHaveLength(700)
})

it('says nothing of stopping while every pair was kept', async () => {
  const rows = [0, 10, 20].map((degrees) => ({ category: 'EDIT', degrees }))
  expect(await nearDuplicate.find({ ...memoryOf(rows) } as never)).toHaveLength(3)
})
