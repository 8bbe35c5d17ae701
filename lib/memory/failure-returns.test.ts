import { expect, it } from 'vitest'
import { failureReturns } from './failure-returns.ts'
import type { SubtaskView } from './views/episodes.ts'

const subtask = (
  id: string,
  category: SubtaskView['category'],
  judged: SubtaskView['judged'] = 'incorrect',
) => ({ id, category, judged }) as SubtaskView
const failed = () => true

it('a check that failed and is followed by work of another category is a return to it', () => {
  const run = [subtask('a', 'EDIT'), subtask('b', 'VERIFY'), subtask('c', 'EDIT')]
  expect(failureReturns(run, failed)).toEqual([{ from: 'b', to: 'c' }])
})

it('a check that passed in the end, or in which nothing failed, sends nobody back', () => {
  const passed = [subtask('b', 'VERIFY', 'correct'), subtask('c', 'EDIT')]
  expect(failureReturns(passed, failed)).toEqual([])
  expect(failureReturns([subtask('b', 'VERIFY'), subtask('c', 'EDIT')], () => false)).toEqual([])
})

it('checking again, or what has no category, is no return', () => {
  const again = [subtask('b', 'VERIFY'), subtask('c', 'VERIFY'), subtask('d', 'OTHER')]
  expect(failureReturns(again, failed)).toEqual([])
})
