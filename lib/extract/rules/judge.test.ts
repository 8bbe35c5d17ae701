import { expect, it } from 'vitest'
import type { Category } from '../../memory/category.ts'
import { makeRun, type ShortStep } from '../fixtures/make-run.ts'
import { judgeSubtask } from './judge.ts'
import { stagesOfSteps } from './stage-of-step.ts'

const edit: ShortStep = ['', "sed -i 's/a/b/' src/a.py"]
const verdict = (category: Category, ...steps: ShortStep[]) => {
  const run = makeRun(steps)
  return judgeSubtask(category, run.steps, stagesOfSteps(run))
}

it('takes a failing run for a success of REPRODUCE and a failure of VERIFY', () => {
  const failing: ShortStep = ['', 'python repro.py', 'Traceback (most recent call last):\nValueError: x', 1]
  expect(verdict('REPRODUCE', failing)).toBe('correct')
  expect(verdict('VERIFY', failing)).toBe('incorrect')
})

it('does not take a broken harness for a reproduction', () => {
  expect(
    verdict('REPRODUCE', ['', 'python repro.py', "ModuleNotFoundError: No module named 'numpy'", 1]),
  ).toBe('incorrect')
})

it('takes a fault shown once for reproduced, whatever is tried after it', () => {
  expect(verdict('REPRODUCE', ['', 'pytest', '1 failed in 1s', 1], ['', 'python probe.py', 'PASS'])).toBe(
    'correct',
  )
})

it('does not hold a check against a change that was taken back for it', () => {
  expect(
    verdict(
      'VERIFY',
      ['', 'pytest', '5 passed in 1s'],
      ['', 'git stash && pytest; git stash pop', '1 failed in 1s', 1],
    ),
  ).not.toBe('incorrect')
})

it('lets the last run decide', () => {
  expect(verdict('VERIFY', ['', 'pytest', '1 failed in 1s', 1], ['', 'pytest', '5 passed in 1s', 0])).toBe(
    'correct',
  )
})

it('says undetermined when the output does not tell', () => {
  expect(verdict('VERIFY', ['', 'python repro.py', '344'])).toBe('undetermined')
  expect(verdict('EDIT', edit)).toBe('undetermined')
  expect(verdict('ANALYZE', ['I read the file.', 'cat a.py'])).toBe('undetermined')
})

it('judges an edit by whether it was taken', () => {
  expect(verdict('EDIT', edit, ['', 'git diff', '-a\n+b'])).toBe('correct')
  expect(
    verdict('EDIT', ['', "sed -i 's/a/b' src/a.py", 'sed: -e expression #1, char 5: unterminated', 1]),
  ).toBe('incorrect')
})

it('judges an edit of an editor with named fields by what it answers, and by the new text that is shown', () => {
  const by = (output: string, ...later: ShortStep[]) => {
    const run = makeRun([['', '', output, null], ...later])
    const [step] = run.steps
    const input = { file_path: 'src/a.py', old_string: 'a', new_string: 'return rows[: n + 1]' }
    if (step) step.actions = [{ tool: 'Edit', text: JSON.stringify(input), callId: null }]
    return judgeSubtask('EDIT', run.steps, stagesOfSteps(run))
  }
  expect(by('The file src/a.py has been updated. Here is the result')).toBe('correct')
  expect(by('File has not been read yet. Read it first before writing to it.')).toBe('incorrect')
  expect(by('', ['', 'cat src/a.py', 'def f():\n    return rows[: n + 1]', null])).toBe('correct')
  expect(by('', ['', 'cat src/a.py', 'def f():\n    return rows', null])).toBe('undetermined')
})
