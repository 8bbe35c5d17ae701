import { describe, expect, it } from 'vitest'
import { loosePairId, loosePairOf, suggestedSurvivor } from './worklist.ts'

const entry = (
  id: string,
  change: { lifecycle?: 'approved' | 'candidate'; pinned?: boolean; servedCount?: number } = {},
) => ({
  ...{ id, lifecycle: 'approved' as const, pinned: false, servedCount: 0 },
  ...change,
})

describe('of several that say the same stays', () => {
  it.each([
    ['the older', [entry('m_2'), entry('m_1')], 'm_1'],
    [
      'the more used, before the older',
      [entry('m_1', { servedCount: 2 }), entry('m_2', { servedCount: 3 })],
      'm_2',
    ],
    [
      'the pinned, before the more used',
      [entry('m_1', { servedCount: 9 }), entry('m_2', { pinned: true })],
      'm_2',
    ],
    [
      'the approved, before the pinned',
      [entry('m_1', { lifecycle: 'candidate', pinned: true, servedCount: 9 }), entry('m_2')],
      'm_2',
    ],
    ['the only one', [entry('m_1')], 'm_1'],
  ])('%s', (_, entries, id) => {
    expect(suggestedSurvivor(entries)?.id).toBe(id)
    expect(suggestedSurvivor([...entries].reverse())?.id).toBe(id)
  })

  it('nobody, of none', () => expect(suggestedSurvivor([])).toBeNull())
})

it('a loose pair goes by a name that means its two entries, and no finding’s id is one', () => {
  const pair = { older: 'm_01KG8NJW000000000000000001', newer: 'm_01KG8NJW000000000000000002' }
  expect(loosePairOf(loosePairId(pair))).toEqual(pair)
  for (const id of ['f_01KG8NJW000000000000000001', 'pair_m_1', 'pair_m_1_m_2_m_3', 'pair_x_1_m_2', ''])
    expect(loosePairOf(id)).toBeNull()
})
