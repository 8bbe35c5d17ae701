import { expect, it } from 'vitest'
import { makeRun, type ShortStep } from '../fixtures/make-run.ts'
import { resultOfOutput, startUpNoiseOf } from './run-result.ts'
import { stagesOfSteps } from './stage-of-step.ts'

const TRACEBACK = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nValueError: x'
const resultsOf = (...steps: ShortStep[]) => stagesOfSteps(makeRun(steps)).map(({ result }) => result)

it('reads summaries, tracebacks and exit codes, and tells a broken harness from a failed check', () => {
  expect(resultOfOutput('3 passed in 0.1s', 0, true)).toBe('passed')
  expect(resultOfOutput('1 failed, 3 passed in 0.1s', 1, true)).toBe('failed')
  expect(resultOfOutput('Ran 3 tests in 0.1s\n\nOK', null, true)).toBe('passed')
  expect(resultOfOutput(TRACEBACK, null, false)).toBe('failed')
  expect(resultOfOutput("ModuleNotFoundError: No module named 'numpy'", 1, false)).toBe('harness')
  expect(resultOfOutput('344', 0, false)).toBeNull()
})

it('lets a known exit status outrank what the output looks like', () => {
  expect(resultOfOutput(TRACEBACK, 0, true)).toBe('passed')
  expect(resultOfOutput(TRACEBACK, 0, false)).toBeNull()
  expect(resultOfOutput('All tests pass', 1, true)).toBe('failed')
  expect(resultOfOutput('collected 0 items', 0, true)).toBe('harness')
})

it('does not take the exit status of a filter or of a trailing command for that of the run', () => {
  expect(resultsOf(['', 'pytest -q | tail -3', '1 failed, 2 passed in 0.1s', 0])).toEqual(['failed'])
  expect(resultsOf(['', 'pytest -q; echo done', '1 failed, 2 passed in 0.1s\ndone', 0])).toEqual(['failed'])
  expect(resultsOf(['', 'pytest -q | grep odd', '3 passed in 0.1s', 1])).toEqual(['passed'])
  expect(resultsOf(['', 'set -o pipefail; pytest -q | tail -3', '..', 1])).toEqual(['failed'])
})

const START_UP =
  'Error processing line 1 of site-packages/hook.pth:\n\n  Traceback (most recent call last):\n    File "<string>", line 1, in <module>\n  ModuleNotFoundError: No module named \'_hook\'\n\nRemainder of file ignored\n'

it('takes a traceback that every start prints for no evidence', () => {
  const results = resultsOf(
    ['', 'python a.py | head', `${START_UP}ok`, 0],
    ['', 'python b.py | head', `${START_UP}ok`, 0],
    ['', 'python -m pytest tests/test_c.py 2>&1 | tail', `${START_UP}3 passed in 0.1s`, 0],
    ['', 'python d.py | head', `${START_UP}${TRACEBACK}`, 0],
  )
  expect(results).toEqual([null, null, 'passed', 'failed'])
})

it('keeps a traceback that comes back because the fault is still there', () => {
  const run = makeRun([
    ['', 'python repro.py', TRACEBACK, 1],
    ['', 'python repro.py --again', TRACEBACK, 1],
    ['', 'python other.py', TRACEBACK, 1],
  ])
  expect(startUpNoiseOf(run.steps).size).toBe(0)
})
