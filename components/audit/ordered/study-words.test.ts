import { expect, it } from 'vitest'
import { progressWords, signed } from './study-words.ts'

it('says how far a study is, what goes first, and how it stopped', () => {
  const progress = {
    jobId: 'j',
    state: 'running' as const,
    doneCount: 50,
    totalCount: 1_200,
    share: 0.04,
    remainingMs: 8_000,
    reason: null,
    waitsFor: null,
  }
  const words = (change: Partial<typeof progress> | { state: 'cancelled' | 'done' } | { waitsFor: string }) =>
    progressWords({ ...progress, ...change }, 'questions')
  expect(words({})).toMatch(/^50 of 1.200 questions asked, 8\ss left\.$/)
  expect(words({ waitsFor: 'Import' })).toContain('“Import” goes first')
  expect(words({ doneCount: 1_200 })).toContain('intervals are drawn')
  expect(words({ state: 'cancelled' })).toMatch(/^Cancelled: 50 of/)
  expect(progressWords(null, 'questions')).toContain('order it again')
})

it('writes a difference with its sign', () => {
  expect([signed(0.1234), signed(-0.5), signed(0)]).toEqual(['+0.123', '−0.500', '0.000'])
})
