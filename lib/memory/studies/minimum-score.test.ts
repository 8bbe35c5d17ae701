import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type JudgedWinner, suggestMinimum } from './minimum-score.ts'

const winners = (helpful: number[], useless: number[]): JudgedWinner[] =>
  [helpful, useless].flatMap((scores, i) =>
    scores.map((score) => ({ category: 'EDIT' as const, score, isRelevant: i === 0, text: 't' })),
  )

it('takes the minimum that keeps the most helpful less useless winners, worked out by hand', () => {
  // At 0.5: 4 helpful, 1 useless. At 0.3: 5 and 3. Without: 5 and 4.
  const floor = suggestMinimum('EDIT', winners([0.3, 0.5, 0.6, 0.7, 0.8], [0.1, 0.3, 0.4, 0.6]))
  expect(floor.suggested).toBe(0.5)
})

it('suggests nothing on few labels, where none is needed, or where nothing of use would be left', () => {
  expect(suggestMinimum('EDIT', winners([0.9, 0.8], [0.1])).suggested).toBeNull()
  expect(suggestMinimum('EDIT', winners([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95], [])).suggested).toBeNull()
  expect(suggestMinimum('EDIT', winners([0.1], [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8])).suggested).toBeNull()
})

it('is the best of trying every score as a minimum, for any winners; the lowest of equals, and never one that nothing is gained by', () => {
  const scored = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.boolean()), { maxLength: 16 })
  fc.assert(
    fc.property(scored, (rows) => {
      const own = rows.map(
        ([score, isRelevant]): JudgedWinner => ({
          ...{ category: 'EDIT', score: score / 10, isRelevant, text: 't' },
        }),
      )
      const net = (floor: number) =>
        own
          .filter(({ score }) => score >= floor)
          .reduce((sum, { isRelevant }) => sum + (isRelevant ? 1 : -1), 0)
      const tried = [...new Set(own.map(({ score }) => score))].sort((a, b) => a - b)
      const most = Math.max(...tried.map(net))
      const best = tried.find((floor) => net(floor) === most)
      const isWorth = own.length >= 8 && most > 0 && most > net(-1)
      expect(suggestMinimum('EDIT', own).suggested).toBe(isWorth ? best : null)
    }),
    { numRuns: 500 },
  )
})
