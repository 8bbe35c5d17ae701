import { expect, it } from 'vitest'
import { type JudgedWinner, suggestFloor } from './floors.ts'

const winners = (helpful: number[], useless: number[]): JudgedWinner[] =>
  [helpful, useless].flatMap((scores, i) =>
    scores.map((score) => ({ category: 'EDIT' as const, score, isRelevant: i === 0, text: 't' })),
  )

it('takes the floor that keeps the most helpful less useless winners, worked out by hand', () => {
  // At 0.5: 4 helpful, 1 useless. At 0.3: 5 and 3. Without: 5 and 4.
  const floor = suggestFloor('EDIT', winners([0.3, 0.5, 0.6, 0.7, 0.8], [0.1, 0.3, 0.4, 0.6]))
  expect(floor.suggested).toEqual({ floor: 0.5, precision: 4 / 5, coverage: 5 / 9 })
  expect(floor.precisionWithout).toBe(5 / 9)
  expect(suggestFloor('VERIFY', winners([0.5], [])).precisionWithout).toBeNull()
})

it('suggests nothing on few labels, where none is needed, or where nothing of use would be left', () => {
  expect(suggestFloor('EDIT', winners([0.9, 0.8], [0.1])).suggested).toBeNull()
  expect(suggestFloor('EDIT', winners([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95], [])).suggested).toBeNull()
  expect(suggestFloor('EDIT', winners([0.1], [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])).suggested).toBeNull()
})
