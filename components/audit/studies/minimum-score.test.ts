import { expect, it } from 'vitest'
import type { WinnerScores } from '@/lib/memory/studies/minimum-score.ts'
import { minimumScoreVerdict, suggestedWords } from './minimum-score.ts'

const floor = (change: Partial<WinnerScores>): WinnerScores => ({
  category: 'EDIT',
  relevant: [0.3, 0.5, 0.7],
  irrelevant: [0.1, 0.2, 0.3, 0.4],
  suggested: null,
  ...change,
})
const suggested = 0.7

it('says first how many injections came from a relevant run', () => {
  expect(minimumScoreVerdict([floor({})])).toBe(
    '3 of 7 injections came from a relevant run. No minimum score does better than none.',
  )
  expect(minimumScoreVerdict([floor({ relevant: [], irrelevant: [] })])).toMatch(/^Cannot tell/)
})

it('recommends no minimum that one winner passes', () => {
  expect(minimumScoreVerdict([floor({ suggested })])).toBe(
    '3 of 7 injections came from a relevant run. Too few labels for a minimum score.',
  )
  const many = Array.from({ length: 9 }, (_, n) => 0.7 + n / 100)
  const enough = [floor({ relevant: many, suggested })]
  expect(minimumScoreVerdict(enough)).toBe('9 of 13 injections came from a relevant run.')
  expect(suggestedWords(enough)).toEqual(['suggested minimum: EDIT 0.700'])
})
