import { expect, it } from 'vitest'
import type { WinnerScores } from '@/lib/memory/studies/minimum-score.ts'
import { minimumScoreVerdict } from './minimum-score.ts'

const floor = (change: Partial<WinnerScores>): WinnerScores => ({
  category: 'EDIT',
  relevant: [0.3, 0.5, 0.7],
  irrelevant: [0.1, 0.2, 0.3, 0.4],
  suggested: null,
  ...change,
})
const suggested = 0.7

it('says first how many injections would have helped', () => {
  expect(minimumScoreVerdict([floor({})])).toBe(
    '3 of 7 injections would have helped. No minimum score does better than none.',
  )
  expect(minimumScoreVerdict([floor({ relevant: [], irrelevant: [] })])).toMatch(/^Cannot tell/)
})

it('recommends no minimum that one winner passes', () => {
  expect(minimumScoreVerdict([floor({ suggested })])).toBe(
    '3 of 7 injections would have helped. Too few labels for a minimum score.',
  )
  const many = Array.from({ length: 9 }, (_, n) => 0.7 + n / 100)
  expect(minimumScoreVerdict([floor({ relevant: many, suggested })])).toBe(
    '9 of 13 injections would have helped. Suggested minimum: EDIT 0.700.',
  )
})
