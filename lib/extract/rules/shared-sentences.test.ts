import { expect, it } from 'vitest'
import { withoutShared } from './shared-sentences.ts'

const wrapper = 'fix this bug to solve the issue based on the configuration file'
const task = (text: string) => ({ title: text.split('\n')[0] ?? '', text, raw: text })
const run = (issue: string) => task(`${wrapper}\n${issue}\n\nPlease write a test as well when done.`)
const others = ['The cursor skips a row', 'Dates shift by a day', 'The cache is stale'].map(
  (one) => run(one).text,
)

it('what three other tasks hold is no task, and the title is the run’s own', () => {
  expect(
    withoutShared(run('## A lock is never released\nIt hangs.'), [
      ...others,
      'Please write a test as well when done.',
    ]),
  ).toEqual({ title: 'A lock is never released', text: '## A lock is never released\nIt hangs.' })
})

it('two others share nothing yet, short lines tell nothing, and a task of nothing else stays', () => {
  const own = run('A lock is never released')
  expect(withoutShared(own, others.slice(1))).toBe(own)
  const short = task('Steps to reproduce\nrelease the lock twice')
  expect(
    withoutShared(
      short,
      Array.from({ length: 5 }, () => 'Steps to reproduce'),
    ),
  ).toBe(short)
  const same = task(wrapper)
  expect(withoutShared(same, others)).toBe(same)
})
