import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ServedRetrieval } from '../detector.ts'
import { chanceOfAtLeast, harmful } from './harmful.ts'
import { neverRetrieved } from './never-retrieved.ts'

/** Every way in which the exposures can come out, added up one by one. */
function byHand(k: number, rates: readonly number[]): number {
  let chance = 0
  for (let ways = 0; ways < 2 ** rates.length; ways++) {
    const failed = rates.map((_, i) => Boolean(ways & (1 << i)))
    if (failed.filter(Boolean).length < k) continue
    chance += rates.reduce((product, rate, i) => product * (failed[i] ? rate : 1 - rate), 1)
  }
  return chance
}

it('gives the chance of so many failures as all outcomes added up do', () => {
  const rate = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.array(rate, { maxLength: 8 }), fc.nat({ max: 9 }), (rates, k) => {
      expect(chanceOfAtLeast(k, rates)).toBeCloseTo(byHand(k, rates), 10)
    }),
    { numRuns: 200, seed: 3 },
  )
})

const DAY = '2026-02-01T00:00:00.000Z'
const entry = (id: string, more = {}) => ({
  id,
  category: 'EDIT',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
})
/** `failures` of `runs` runs that an entry was given to failed. */
const served = (winnerId: string, runs: number, failures: number, more: Partial<ServedRetrieval> = {}) =>
  Array.from(
    { length: runs },
    (_, i): ServedRetrieval => ({
      at: DAY,
      category: 'EDIT',
      winnerId,
      outcome: i < failures ? 'unresolved' : 'resolved',
      instanceId: 'shop__shop-1',
      ...more,
    }),
  )
const find = (entries: object[], retrievals: ServedRetrieval[], vanilla = { resolved: 8, runs: 10 }) =>
  harmful.find({ entries, retrievals, vanilla: new Map([['shop__shop-1', vanilla]]) } as never)
const idsOf = (found: unknown) =>
  Array.isArray(found) ? found.map(({ entryId }: { entryId: string }) => entryId) : found

it('flags by the false discovery rate: what is left of a hundred lessons by chance is not flagged', async () => {
  // Alone 5 of 10 is flagged (p 0.033); among ninety-nine harmless ones it is what chance brings.
  const entries = Array.from({ length: 100 }, (_, i) => entry(`m_${i}`))
  const one = served('m_0', 10, 5)
  const others = entries.slice(1).flatMap(({ id }) => served(id, 10, 1))
  expect(idsOf(await find([entry('m_0')], one))).toEqual(['m_0'])
  expect(idsOf(await find(entries, [...one, ...others]))).toEqual([])
})

it('flags several together that each alone would not pass the strictest step', async () => {
  // Benjamini and Hochberg: with ten of ten at p 0.033 each, the last step (0.1) lets all pass; Bonferroni (0.01) none.
  const entries = Array.from({ length: 10 }, (_, i) => entry(`m_${i}`))
  const all = entries.flatMap(({ id }) => served(id, 10, 5))
  expect(idsOf(await find(entries, all))).toHaveLength(10)
})

it.each([
  ['fewer than ten exposures', served('m_0', 9, 9), undefined],
  ['outcomes that nobody knows', served('m_0', 20, 20, { outcome: null }), undefined],
  ['runs of which no instance is told', served('m_0', 20, 20, { instanceId: null }), undefined],
  ['no run without memory to compare with', served('m_0', 20, 20), { resolved: 0, runs: 0 }],
  ['answers that nothing won', served('m_0', 20, 20, { winnerId: null }), undefined],
])('says that it cannot know with %s', async (_, log, vanilla) => {
  expect(await find([entry('m_0')], log, vanilla)).toHaveProperty('unknownBecause')
})

it('never-retrieved counts only the chances of its category since the entry came', async () => {
  const late = entry('m_late', { createdAt: '2026-03-01T00:00:00.000Z' })
  const other = entry('m_other', { category: 'VERIFY' })
  const entries = [entry('m_won'), entry('m_0'), late, other]
  const log = served('m_won', 30, 0)
  expect(idsOf(await neverRetrieved.find({ entries, retrievals: log } as never))).toEqual(['m_0'])
  expect(idsOf(await neverRetrieved.find({ entries, retrievals: log.slice(1) } as never))).toHaveProperty(
    'unknownBecause',
  )
  const mixed = [...served('m_won', 29, 0), ...served('m_other', 1, 0, { category: 'VERIFY' })]
  expect(idsOf(await neverRetrieved.find({ entries, retrievals: mixed } as never))).toEqual([])
})
