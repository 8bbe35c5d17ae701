import { expect, it } from 'vitest'
import { parseColumn } from '@/lib/memory/text/compare-column.ts'
import { askedWords } from '../marks/asked-words.ts'
import { logParams, stillWords } from './prepare-served.ts'

const row = {
  at: '2026-11-01T14:00:00.000Z',
  strategy: 'random',
  category: 'EDIT' as const,
  text: 'a lock',
  embedder: 'ngram-v1',
}

it('asks now and then with the old floor, seed and embedder', () => {
  const params = logParams({ ...row, settings: { floor: 0.4, seed: 0 } })
  expect(params).toMatchObject({ text: 'a lock', category: 'EDIT', seed: 0 })
  const [now, then] = (params.columns as string[]).map(parseColumn)
  expect(now).toMatchObject({ strategy: 'random', embedder: 'ngram-v1', floor: 0.4, asOf: null })
  expect(then).toEqual({ ...now, asOf: row.at })
})

it('claims no floor where the request can no longer be read', () => {
  const params = logParams({ ...row, settings: null })
  expect(params.seed).toBeUndefined()
  expect((params.columns as string[]).map((word) => parseColumn(word).floor)).toEqual([null, null])
})

it('serves nobody where nothing was given, and nothing wins where nothing won', () => {
  const nothing = { winnerId: null, score: null, verdict: 'cold', objective: null }
  const lesson = { winnerId: 'e1', score: 0.7, verdict: 'fits', objective: 'Find the lock' }
  expect(askedWords({ purpose: 'served', by: 'a-7', winnerId: null })).toBe('asked by a-7, given nothing')
  expect(askedWords({ purpose: 'served', by: 'a-7', winnerId: 'e1' })).toBe('served to a-7')
  expect(askedWords({ purpose: 'saved', by: 'Mara', winnerId: null })).toBe('saved by Mara')
  const same = { why: null, hasChanged: false, isWithheld: false }
  expect(stillWords({ ...same, before: nothing, today: nothing })).toBe('Still nothing')
  expect(stillWords({ ...same, before: lesson, today: lesson })).toBe('Still wins')
  expect(stillWords({ ...same, before: nothing, today: lesson, isWithheld: true })).toBe('Withheld at random')
  expect(stillWords({ ...same, before: lesson, today: nothing, hasChanged: true })).toBe(
    'Another answer today',
  )
})
