import { expect, it } from 'vitest'
import { parseColumn } from '@/lib/memory/text/compare-column.ts'
import { logParams } from './prepare-served.ts'

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
