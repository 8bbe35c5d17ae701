import { expect, it } from 'vitest'
import { extractSubtasks } from '../extract.ts'
import { makeRun, type ShortStep } from '../fixtures/make-run.ts'
import { belongTogether } from './matter.ts'

const edit = (thought: string): ShortStep => [thought, "sed -i 's/a/b/' src/a.py", '', 0]
const distil = (...steps: ShortStep[]) => extractSubtasks(makeRun(steps))
const FAULT = 'Integer division truncates the decimal part, so the duration is rounded the wrong way.'

it('takes the cause from the passage before the first edit, and cites it there', () => {
  const subtasks = distil(
    [FAULT, 'cat src/a.py'],
    edit('Now let me fix it.'),
    edit('I will round the duration after a float division, instead of using the whole quotient.'),
  )
  const lesson = subtasks.find(({ segment }) => segment.category === 'EDIT')
  expect(lesson?.experience).toMatchObject({ because: FAULT })
  expect(lesson?.citations.find(({ part }) => part === 'because')?.span.step).toBe(1)
})

it('makes nothing of the chores of a harness, and says so', () => {
  const chores = distil(
    edit('I will convert the bytes to text before they are joined.'),
    ['Create the patch file with the changes.', 'git diff > patch.txt'],
    ['Update the todo list and mark the task as completed.', 'cat patch.txt'],
  ).at(-1)
  expect(chores?.experience).toBeNull()
  expect(chores?.skippedBecause).toMatch(/chores of the harness|no sentence/)
})

it('makes nothing of an action and a reason that speak of different things', () => {
  const subtasks = distil(
    ['The socket timeout is never reset, because the handler raises an exception before it.', 'cat src/a.py'],
    edit('I will escape the quotes in the template before rendering.'),
  )
  const lesson = subtasks.find(({ segment }) => segment.category === 'EDIT')
  expect(lesson?.experience?.do ?? '').not.toMatch(/quotes/)
})

it('never states a stock check', () => {
  const checks = distil(
    [FAULT, 'cat src/a.py'],
    edit('I will round after a float division, instead of truncating.'),
    ['Run the tests.', 'pytest -q', '3 passed in 0.1s', 0],
  ).map(({ experience }) => experience?.check ?? '')
  expect(checks.every((check) => check === '')).toBe(true)
})

it('holds two sentences together by common matter, and apart when one says the other again', () => {
  expect(belongTogether('Round the duration after a float division.', FAULT)).toBe(true)
  expect(belongTogether('Escape the quotes in the template.', FAULT)).toBe(false)
  expect(belongTogether(FAULT, FAULT)).toBe(false)
})
