import fc from 'fast-check'
import { expect, it } from 'vitest'
import { descriptionSchema } from '../memory/entry.ts'
import { extractSubtasks } from './extract.ts'
import { LOOPED_RUN, makeRun, type ShortStep } from './fixtures/make-run.ts'
import { localNamesOf } from './local-names.ts'
import { describeAtStart } from './rules/describe.ts'
import { findSecrets, maskSecrets } from './secret-scan.ts'

const token = `ghp_${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zCdEfG'}`
const SENTENCES = [
  'I need to change the comparison in `page_rows` so that the last row of a full page is included.',
  'The cursor is lost because `shop/cursor.py` line 12 returns None when the page is empty.',
  `I will use ${token} to call https://api.example/v1 since the session expired.`,
  'The listener is attached before the element exists, so the click does nothing.',
  'Let me run the tests to verify that every order of equal keys stays stable.',
  'I should catch the ValueError from InvoiceCursor.next_row when the boundary is reached and return an empty list instead of raising.',
  'Great!',
  'Hmm, maybe it is something else?',
  'However, `zip()` with no arguments returns an empty iterator.',
  'Integer division truncates the decimal part, so durations are rounded the wrong way. I will round the duration after a float division, not before it.',
]
const COMMANDS = [
  'cat src/a.py',
  'python repro.py',
  "sed -i 's/a/b/' src/a.py",
  'pytest -q',
  'git diff',
  'frobnicate',
  null,
]
const OUTPUTS = [
  '',
  '3 passed in 0.1s',
  'Traceback (most recent call last):\nKeyError: cursor',
  `1 failed, 2 passed in 1s ${token}`,
]
const randomRun = fc
  .array(
    fc.tuple(
      fc.array(fc.constantFrom(...SENTENCES), { maxLength: 5 }),
      fc.constantFrom(...COMMANDS),
      fc.constantFrom(...OUTPUTS),
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map(
    (steps) =>
      maskSecrets(
        makeRun(
          steps.map(
            ([sentences, command, output]): ShortStep => [sentences.join(' '), command, output, null],
          ),
        ),
      ).trajectory,
  )

it('judges a stage by its runs, and describes it by the goal that its thoughts state', () => {
  const run = makeRun([
    [SENTENCES.at(-1) ?? '', 'cat src/a.py'],
    ['Now I fix it.', "sed -i 's/a/b/' src/a.py"],
    ['Let me run the tests.', 'pytest -q', '3 passed in 0.1s', 0],
  ])
  const stages = extractSubtasks(run)
  expect(stages.map(({ segment, judged }) => [segment.category, judged])).toEqual([
    ['ANALYZE', 'undetermined'],
    ['EDIT', 'undetermined'],
    ['VERIFY', 'correct'],
  ])
  expect(stages[0]?.description.objective).toBe('round the duration after a float division, not before it')
})

it('names no stage for what only another stage sets out to do', () => {
  const run = makeRun([
    ['', 'cat src/a.py'],
    [
      'I will keep the old argument for backward compatibility but warn if it is used.',
      'python repro.py',
      'KeyError: cursor',
    ],
    ['Now verify that the paginated cursor resolves the encoding error.', "sed -i 's/a/b/' src/a.py"],
  ])
  const names = extractSubtasks(run).map(({ description }) => description.objective)
  expect(names[1]).toMatch(/^reproduce the fault: backward compatibility/)
  expect(names[2]).toMatch(/^change the source: /)
})

it('keeps the contract for any run: covered, described, nothing secret or local in d', () => {
  fc.assert(
    fc.property(randomRun, (run) => {
      const subtasks = extractSubtasks(run)
      expect(subtasks.at(-1)?.segment.toStep).toBe(run.steps.length)
      for (const { description, descriptionAtStart } of subtasks) {
        descriptionSchema.parse(description)
        descriptionSchema.parse(descriptionAtStart)
        expect(description.objective.split(' ').length).toBeLessThanOrEqual(31)
        expect(findSecrets(JSON.stringify(description))).toEqual([])
        expect(JSON.stringify(description)).not.toMatch(/«secret|\.py\b|https?:/)
      }
    }),
    { numRuns: 300 },
  )
})

it('describes a start from earlier steps only: cutting the run there, or another future, changes nothing', () => {
  fc.assert(
    fc.property(randomRun, fc.array(fc.constantFrom(...SENTENCES), { maxLength: 3 }), (run, other) => {
      for (const { segment, descriptionAtStart } of extractSubtasks(run)) {
        const before = run.steps.filter((step) => step.n < segment.fromStep)
        const future = makeRun([
          [other.join(' '), 'cat shop/other.py', 'def page_rows():\nclass InvoiceCursor:'],
        ])
        const another = future.steps.map((step) => ({ ...step, n: segment.fromStep }))
        for (const steps of [before, [...before, ...another]]) {
          const cut = { ...run, steps }
          expect(describeAtStart(cut, segment.fromStep, localNamesOf(cut))).toEqual(descriptionAtStart)
        }
      }
    }),
    { numRuns: 200 },
  )
})

it('asks at a start by the problem, what was announced, the last error and what was touched', () => {
  const run = makeRun(
    [
      ['Let me look at the paging code.', 'cat shop/query_cursor.py', 'def page_rows():'],
      [
        'I will construct a failing test for the page boundary.',
        'python repro.py',
        'Traceback (most recent call last):\nValueError: too many values to unpack\n',
        1,
      ],
      ['Now I fix the slice.', "sed -i 's/a/b/' shop/paging.py"],
    ],
    'Rows are returned twice',
  )
  const edit = extractSubtasks(run).find(({ segment }) => segment.category === 'EDIT')
  expect(edit?.descriptionAtStart.objective).toBe(
    'construct a failing test for the page boundary: rows are returned twice; after value error: too many values to unpack; around query, cursor',
  )
})

it('asks by what the agent said last of the matter where it announced nothing, without what a harness wrote behind an error', () => {
  const run = makeRun(
    [
      ['The cursor is lost because the page is empty.', 'cat shop/query_cursor.py', 'def page_rows():'],
      [
        'Okay.',
        'python repro.py',
        'ValueError: too many values to unpack[Python Interpreter: /opt/env/bin]',
        1,
      ],
      ['Okay.', "sed -i 's/>/>=/' shop/query_cursor.py", ''],
    ],
    'Rows are returned twice',
  )
  const edit = extractSubtasks(run).find(({ segment }) => segment.category === 'EDIT')
  expect(edit?.descriptionAtStart.objective).toBe(
    'rows are returned twice; the cursor is lost because the page is empty; after value error: too many values to unpack; around query, cursor',
  )
})

it('gives the same answer twice', () => {
  expect(extractSubtasks(makeRun(LOOPED_RUN))).toEqual(extractSubtasks(makeRun(LOOPED_RUN)))
})

it('says why a stage has no lesson', () => {
  const reasons = (command: string) =>
    extractSubtasks(makeRun([['Okay.', command]])).map(({ skippedBecause }) => skippedBecause)
  expect(reasons('cat src/a.py')).toEqual(['no model has read it yet'])
  expect(reasons('frobnicate')).toEqual(['no evidence of a stage'])
})
