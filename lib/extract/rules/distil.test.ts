import { expect, it } from 'vitest'
import { extractSubtasks } from '../extract.ts'
import { makeRun, type ShortStep } from '../fixtures/make-run.ts'
import { belongTogether } from './matter.ts'

const EDIT: ShortStep = ['Now let me fix it.', "sed -i 's/a/b/' src/a.py", '', 0]
const PASSED: ShortStep = ['Let me run the tests.', 'pytest -q', '3 passed in 0.1s', 0]
const FAULT = 'Integer division truncates the decimal part, so the duration is rounded the wrong way.'
const ORDER = 'I will round the duration after a float division, instead of truncating the whole quotient.'
const LIMIT = '`zip` with no arguments returns an empty iterator.'

/** What is kept of a thought at the start of a run that ends well; `after` takes the place of that end. */
function keptOf(thought: string, { task = 'Durations are odd', after = [EDIT, PASSED] } = {}) {
  const subtasks = extractSubtasks(makeRun([[thought, 'cat src/a.py'], ...after], task))
  return { first: subtasks[0], entries: subtasks.filter(({ experience }) => experience !== null) }
}

it('keeps what to do and why where one thought tells both, and cites each', () => {
  const { first, entries } = keptOf(`${FAULT} ${ORDER}`)
  expect(entries).toHaveLength(1)
  expect(first?.experience).toMatchObject({
    do: 'Round the duration after a float division, instead of truncating the whole quotient.',
    because: FAULT,
  })
  expect(first?.citations.map(({ part, span }) => [part, span.step, span.start])).toEqual([
    ['do', 1, FAULT.length + 1],
    ['because', 1, 0],
  ])
})

it('keeps how far something everybody has reaches, and says no more than that', () => {
  const raw = LIMIT.replace('`zip`', '`zip()`')
  expect(keptOf(raw).first?.experience).toMatchObject({
    do: 'Keep in mind that `zip()` with no arguments returns an empty iterator.',
    because: '',
  })
  expect(keptOf('`title` only holds the first line of the page.').entries).toEqual([])
})

it('makes what to look for of an effect and the cause that stands beside what had to be done', () => {
  const told =
    'This bypasses the settings of the printer because it uses the default format instead of the printer.'
  expect(keptOf(told).first?.experience).toMatchObject({
    do: 'Check whether the code uses the default format instead of the printer.',
    because: 'It bypasses the settings of the printer.',
  })
})

it.each([
  ['two thoughts', FAULT, [[ORDER, "sed -i 's/a/b/' src/a.py", '', 0], PASSED]],
  ['thinking aloud', `${FAULT} Maybe ${ORDER}`, [EDIT, PASSED]],
  ['no run that passed', `${FAULT} ${ORDER}`, [EDIT]],
  ['a run that passed before the change only', `${FAULT} ${ORDER}`, [PASSED]],
  [
    'a name that was replaced',
    `${FAULT} I will round \`cut_pages\` after a float division, not before it.`,
    [EDIT, PASSED],
  ],
  [
    'different things',
    'The socket is never reset, because the handler raises before it. I will escape the quotes in every template before rendering.',
    [EDIT, PASSED],
  ],
] as [string, string, ShortStep[]][])('keeps nothing of %s, and says why', (_, thought, after) => {
  const { first, entries } = keptOf(thought, { after })
  expect(entries).toEqual([])
  expect(first?.skippedBecause).toMatch(/what to do and why/)
})

it('keeps nothing that the task said before', () => {
  const task =
    'Rounding\n\nInteger division truncates the decimal part, so the duration is rounded the wrong way'
  expect(keptOf(`${FAULT} ${ORDER}`, { task }).entries).toEqual([])
})

it('holds two sentences together by common matter, and apart when one says the other again', () => {
  expect(belongTogether('Round the duration after a float division.', FAULT)).toBe(true)
  expect(belongTogether('Escape the quotes in the template.', FAULT)).toBe(false)
  expect(belongTogether(FAULT, FAULT)).toBe(false)
})
