import { expect, it } from 'vitest'
import type { ImportResult } from '../lib/memory/views/jobs.ts'
import { importSentence } from './import-sentence.ts'

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
