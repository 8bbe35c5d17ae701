import { encodeTime } from 'ulid'
import { describe, expect, it } from 'vitest'
import type { EpisodeText } from '../../retrieval/strategies/strategy.ts'
import { momentOf } from './ask.ts'

const episode = (instanceId: string, position: number) =>
  ({ episodeId: `e${position}`, instanceId, position }) as EpisodeText
const EPISODES = [episode('org__shop-2', 5), episode('org__shop-2', 3), episode('ledger-1', 7)]
const asked = (before: string | number | null) => momentOf({ id: 'q', before }, EPISODES)
const at = (...utc: [number, number, number, number?, number?]) => ({
  id: `m_${encodeTime(Date.UTC(...utc), 10)}`,
})

describe('the moment a question was asked at', () => {
  it.each([
    [null, null],
    [0, { position: 0 }],
    // The first of its episodes.
    ['org__shop-2', { position: 3 }],
    ['m_01KG8NJW000000000000000000', { id: 'm_01KG8NJW000000000000000000' }],
    ['2026-01-02', at(2026, 0, 2)],
    ['2026-01-02 03:00', at(2026, 0, 2, 3)],
    ['2026-01-02T05:00+02:00', at(2026, 0, 2, 3)],
    ['1970-01-01', at(1970, 0, 1)],
  ])('%j', (before, expected) => expect(asked(before)).toEqual(expected))

  it.each([
    ...['soon', '2026-02-31', '2026-02-31T10:00', '1969-12-31', '2026-13-01', 'org__shop-99'],
    // 26 letters of an id whose time no clock reaches.
    ...['m_8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'm_ZZZZZZZZZZZZZZZZZZZZZZZZZZ', 'm_01KG8NJW00'],
  ])('%j is none, and says which question asked it', (before) => {
    expect(() => asked(before)).toThrow(
      expect.objectContaining({ code: 'unknown-moment', place: 'q, before' }),
    )
  })
})
