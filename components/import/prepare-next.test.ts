import { expect, it } from 'vitest'
import { nextSteps } from './prepare-next.ts'

const NOTHING = { held: null, notes: [], sessions: [], estimate: null }
const HELD = { episodes: 3, withoutOutcome: 2, waiting: 1, repositories: ['/shop'] }
const note = (folder: string) => ({ folder, fileCount: 2, byteCount: 2_048, newestAt: null })
const SESSIONS = [
  { agent: 'codex', name: 'Codex', folder: '~', sessionCount: 4, byteCount: 9, newestAt: null, unread: null },
  {
    agent: 'cursor',
    name: 'Cursor',
    folder: '~',
    sessionCount: 9,
    byteCount: 9,
    newestAt: null,
    unread: 'a database',
  },
] as const
const ESTIMATE = {
  runs: 3,
  calls: 3,
  inputTokens: 9_000,
  outputTokens: 900,
  priceUsd: null,
  durationMs: null,
}

it('says what to do next, the cheapest first: nothing, a person, a model; and nothing that is done', () => {
  const keys = (held: Parameters<typeof nextSteps>[0]) => nextSteps(held).map(({ key }) => key)
  expect(keys(NOTHING)).toEqual([])
  expect(keys({ ...NOTHING, notes: [note('/shop')], sessions: SESSIONS })).toEqual(['notes', 'sessions'])
  const all = {
    ...{ held: HELD, notes: [note('/shop'), note('/other')], sessions: SESSIONS },
    estimate: ESTIMATE as never,
  }
  expect(keys(all)).toEqual(['notes', 'outcomes', 'review', 'lessons'])
  const [notes, , , lessons] = nextSteps(all)
  expect(notes?.what.replaceAll('\u00a0', ' ')).toBe('Bring in the notes of 1 repository: 2 files, 2.0 kB.')
  expect(lessons?.what.replaceAll('\u00a0', ' ')).toBe(
    'Have a model read 3 runs and write the lessons of their stages.',
  )
  expect(lessons?.price.replaceAll('\u00a0', ' ')).toMatch(
    /^3 runs take at least 3 calls: 9,000 tokens in, 900 tokens out. Price: unknown. Time: unknown. By a server/,
  )
  const done = { ...HELD, withoutOutcome: 0, waiting: 0 }
  expect(
    keys({
      ...all,
      held: done,
      notes: [note('/shop')],
      estimate: null,
    }),
  ).toEqual([])
})
