import { expect, it } from 'vitest'
import type { FloorView } from '@/lib/memory/studies/minimum-score.ts'
import { minimumScoreVerdict } from './prepare-minimum-score.ts'

const floor = (change: Partial<FloorView>): FloorView => ({
  category: 'EDIT',
  relevant: [0.3, 0.5, 0.7],
  irrelevant: [0.1, 0.2, 0.3, 0.4],
  suggested: null,
  precisionWithout: 3 / 7,
  ...change,
})
const suggested = { floor: 0.7, precision: 1, coverage: 1 / 7 }

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
