import { expect, it } from 'vitest'
import type { FloorView } from '@/lib/memory/studies/minimum-score.ts'
import { floorsVerdict } from './prepare-floors.ts'

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
  expect(floorsVerdict([floor({})])).toBe(
    '3 of 7 injections would have helped. No least score does better than none on these labels.',
  )
  expect(floorsVerdict([floor({ relevant: [], irrelevant: [] })])).toMatch(/^Cannot tell/)
})

it('recommends no floor that one winner passes', () => {
  expect(floorsVerdict([floor({ suggested })])).toBe(
    '3 of 7 injections would have helped. No least score rests on enough of them: the best of each category lets 1 through at most.',
  )
  const many = Array.from({ length: 9 }, (_, n) => 0.7 + n / 100)
  expect(floorsVerdict([floor({ relevant: many, suggested })])).toBe(
    '9 of 13 injections would have helped. By these labels a least score helps in EDIT 0.700.',
  )
})
