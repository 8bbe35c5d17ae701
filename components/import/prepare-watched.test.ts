import { expect, it } from 'vitest'
import { watchedSentence } from './prepare-watched.ts'

const NEW = {
  ...{ folder: '/runs', project: 'shop', isOn: true, fileCount: null, lookedAt: null, fault: null },
  ...{ came: { fresh: 0, known: 0, unread: 0 }, last: null },
}
const LOOKED = { ...NEW, fileCount: 300, lookedAt: '2026-11-28T14:02:00.000Z' }

it('says what a watched folder brought, what was known and what is not read', () => {
  const words = (one: Parameters<typeof watchedSentence>[0]) => watchedSentence(one).replaceAll('\u00a0', ' ')
  expect(words(NEW)).toBe('not looked at yet')
  expect(words({ ...NEW, came: { fresh: 3, known: 0, unread: 0 } })).toBe('being read: 3 came in')
  expect(words(LOOKED)).toBe('300 files, looked at 14:02 UTC: nothing new since')
  expect(words({ ...LOOKED, came: { fresh: 0, known: 297, unread: 3 } })).toBe(
    '300 files, looked at 14:02 UTC: 297 known already, 3 not read',
  )
  const last = { file: 'a.jsonl', words: '1 imported', at: '2026-11-28T14:01:00.000Z' }
  expect(words({ ...LOOKED, isOn: false, last })).toBe(
    'off; last found: a.jsonl, 1 imported, 28 Nov 2026, 14:01 UTC',
  )
  expect(words({ ...LOOKED, fault: 'It is gone.' })).toBe('It is gone.')
})
