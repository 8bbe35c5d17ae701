import { expect, it } from 'vitest'
import type { ImportResult } from '../lib/memory/views/jobs.ts'
import { endSentences, importSentence, rateSentence } from './import-sentence.ts'

const result = (more: Partial<ImportResult>): ImportResult => ({
  file: 'runs/a.traj',
  format: null,
  instanceId: null,
  steps: null,
  outcome: null,
  outcomeSource: null,
  subtasks: null,
  entries: null,
  status: 'failed',
  warnings: [],
  ...more,
})

it('names a file once, and the place within it', () => {
  const error = {
    code: 'x',
    message: 'step 14 has no action',
    place: 'runs/a.traj:14:3',
    hint: 'Export it again.',
  }
  expect(importSentence(result({ error }))).toBe(
    'failed            runs/a.traj: step 14 has no action (line 14, column 3). Export it again.',
  )
  expect(importSentence(result({ error: { ...error, place: 'runs/a.traj' } }))).not.toContain('(')
})

it('says of a stray file what it is and what to do, without --json too', () => {
  const stray = result({
    file: 'runs/report.json',
    status: 'not-a-trajectory',
    format: 'swebench-report',
    warnings: ['a SWE-bench report of outcomes, no run: give it as results'],
  })
  expect(importSentence(stray)).toBe(
    'not-a-trajectory  runs/report.json: swebench-report\n                  ! a SWE-bench report of outcomes, no run: give it as results',
  )
})

it('ends with what was made in all, counts what was here as here, and says what a model would read and how to ask', () => {
  const runs = [
    result({ status: 'imported', subtasks: 60, entries: 20 }),
    result({ status: 'imported', subtasks: 33, entries: 1 }),
    result({ status: 'present', subtasks: 9, entries: 9 }),
  ]
  expect(endSentences(runs, 'my runs', 69)).toEqual([
    '2 imported, 1 present',
    '93 subtasks found, 21 entries',
    'next: npm start shows them; a model would read the 69 subtasks of "my runs" that have a stage, at what price says: npm run distil -- --project "my runs" --dry-run',
  ])
  const unread = [result({ status: 'imported', subtasks: 60, entries: 0 })]
  expect(endSentences(unread, 'my runs', null)[1]).toBe(
    '60 subtasks found, no lesson yet: no model has read them',
  )
  expect(endSentences([], 'my runs', null)).toEqual(['no files'])
})

it('tells how fast runs were stored, and how fast their stages were found', () => {
  expect(rateSentence(20_000_000, 2_000, 4_000)).toBe(
    '20.0 MB stored in 2.0 s (10.0 MB/s), stages found in 4.0 s (5.0 MB/s)',
  )
})
