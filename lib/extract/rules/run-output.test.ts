import { describe, expect, it } from 'vitest'
import { makeRun, type ShortStep } from '../fixtures/make-run.ts'
import { exitCodeOfStep, resultOfOutput, withoutNoise } from './run-result.ts'
import { stagesOfSteps } from './stage-of-step.ts'

/** Ends of what runners print, as one reads them behind a filter: with no exit status. */
const PASSED: [string, string][] = [
  ['pytest', '============ 12 passed, 2 skipped in 0.53s ============'],
  ['pytest, quiet', '............\n12 passed in 0.53s'],
  ['pytest, with expected failures', '= 10 passed, 2 xfailed in 0.53s ='],
  ['pytest, one test', 'tests/test_a.py::test_b PASSED  [100%]\n\n1 passed in 0.01s'],
  ['unittest', 'Ran 3 tests in 0.001s\n\nOK'],
  ['unittest, skipped', 'Ran 3 tests in 0.001s\n\nOK (skipped=1)'],
  ['Django', 'System check identified no issues (0 silenced).\nRan 41 tests in 1.2s\n\nOK'],
  ['jest', 'Tests:       7 passed, 7 total\nSnapshots:   0 total\nTime:        1.2 s'],
  ['vitest', ' Test Files  2 passed (2)\n      Tests  7 passed (7)'],
  ['mocha', '  7 passing (12ms)'],
  ['mocha, with pending', '  7 passing (12ms)\n  1 pending'],
  ['go', 'ok  \texample.org/shop\t0.012s'],
  ['go, verbose', '--- PASS: TestBound (0.00s)\nPASS\nok  \texample.org/shop\t0.012s'],
  ['cargo', 'test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured'],
  ['rspec', '7 examples, 0 failures'],
  ['phpunit', 'OK (7 tests, 12 assertions)'],
  ['maven', 'Tests run: 7, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS'],
  ['gradle', 'BUILD SUCCESSFUL in 3s'],
  ['ctest', '100% tests passed, 0 tests failed out of 7'],
  ['node', '# tests 7\n# pass 7\n# fail 0'],
  ['sympy', '== tests finished: 7 passed, in 0.3 seconds =='],
  ['a script of the agent’s own', 'PASS: the last row is kept'],
  ['a script that says so in a sentence', 'All tests passed!'],
]

const FAILED: [string, string][] = [
  ['pytest', '=== 1 failed, 11 passed in 0.53s ==='],
  ['pytest, errors beside passes', '= 11 passed, 1 error in 0.53s ='],
  [
    'pytest, the short summary',
    '= short test summary info =\nFAILED tests/test_a.py::test_b - assert 1 == 2',
  ],
  ['unittest', 'Ran 3 tests in 0.001s\n\nFAILED (failures=1)'],
  ['unittest, errors', 'Ran 3 tests in 0.001s\n\nFAILED (errors=2)'],
  ['jest', 'Tests:       1 failed, 6 passed, 7 total'],
  ['vitest', ' Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 6 passed (7)'],
  ['mocha', '  6 passing (12ms)\n  1 failing'],
  ['go', '--- FAIL: TestBound (0.00s)\nFAIL\texample.org/shop\t0.012s\nFAIL'],
  ['cargo', 'test result: FAILED. 6 passed; 1 failed; 0 ignored; 0 measured'],
  ['rspec', '7 examples, 1 failure'],
  ['rspec, several', '7 examples, 3 failures, 1 pending'],
  ['phpunit', 'FAILURES!\nTests: 7, Assertions: 12, Failures: 1.'],
  ['maven', 'Tests run: 7, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE'],
  ['gradle', '7 tests completed, 1 failed\nBUILD FAILED in 3s'],
  ['ctest', '86% tests passed, 1 tests failed out of 7'],
  ['node', '# tests 7\n# pass 6\n# fail 1'],
  ['sympy', '== tests finished: 6 passed, 1 failed, in 0.3 seconds =='],
  ['a traceback', 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: x'],
  ['an assertion of pytest', 'E   assert 1 == 2'],
  ['an exception by itself', 'shop.errors.BoundError: x\nBoundError: the bound is open'],
  ['a script of the agent’s own', 'FAIL: the last row is lost'],
  ['a script with a sign in front', '❌ FAILED: the last row is lost'],
  ['a script that says so in a sentence', 'Bug reproduced: the last row is lost'],
  ['a script that says it is there still', 'the issue still present'],
]

const BROKEN: [string, string][] = [
  ['a module is missing', "ModuleNotFoundError: No module named 'shop'"],
  ['conftest is not read', "ImportError while loading conftest '/testbed/conftest.py'.\nE   ImportError: x"],
  [
    'Django has no settings',
    'Traceback (most recent call last):\ndjango.core.exceptions.ImproperlyConfigured: x',
  ],
  ['Django has no apps', 'Traceback (most recent call last):\nAppRegistryNotReady: Apps are not loaded yet.'],
  ['the database has no table', 'Traceback (most recent call last):\nOperationalError: no such table: shop'],
  ['the script is no Python', '  File "a.py", line 1\n    x =\nSyntaxError: invalid syntax'],
  ['the script is indented badly', '  File "a.py", line 2\nIndentationError: unexpected indent'],
]

describe('without an exit status the last lines decide', () => {
  it.each(PASSED)('%s passed', (_, text) => expect(resultOfOutput(text, null, true)).toBe('passed'))
  it.each(FAILED)('%s failed', (_, text) => expect(resultOfOutput(text, null, true)).toBe('failed'))
  it.each(BROKEN)('it did not come to the question: %s', (_, text) =>
    expect(resultOfOutput(text, null, false)).toBe('harness'),
  )

  it.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['a number', '344'],
    ['rows', 'id,name\n1,gauge\n2,sail'],
    ['a word that begins like one', 'PASSENGER list\nFAILSAFE on\nOKAPI'],
    ['a word inside a line', 'the pass is free, the fail-over is not'],
    ['a count of none', '0 passed'],
  ])('%s tells nothing', (_, text) => expect(resultOfOutput(text, null, false)).toBeNull())
})

describe('a known exit status outranks them', () => {
  it.each([...PASSED, ...FAILED])('0 of a runner of tests is a pass: %s', (_, text) =>
    expect(resultOfOutput(text, 0, true)).toBe('passed'),
  )

  it.each([
    ['no tests ran', 'no tests ran in 0.01s'],
    ['nothing was collected', 'collected 0 items'],
    ['unittest found none', 'Ran 0 tests in 0.000s\n\nOK'],
  ])('unless nothing was run: %s', (_, text) => expect(resultOfOutput(text, 0, true)).toBe('harness'))

  it.each([1, 2, 101, 137, -1])('%i is a failure where something was asked', (code) => {
    expect(resultOfOutput('1 failed, 3 passed in 0.1s', code, true)).toBe('failed')
    expect(resultOfOutput('', code, false)).toBe('failed')
    expect(resultOfOutput('3 passed in 0.1s', code, true)).toBe('failed')
  })

  it.each([
    ['a command is missing', 'bash: pytset: command not found'],
    ['a file is missing', "python: can't open file 'repro.py': [Errno 2] No such file or directory"],
    ['an option is unknown', 'error: unrecognized arguments: --fast'],
    ['the usage is told', 'usage: runner.py [-h] name'],
    ['no test has that name', 'ERROR: file or directory not found: tests/test_b.py'],
    ['no test has that id', 'ERROR: not found: tests/test_a.py::test_c'],
    ['it may not be run', 'bash: ./run.sh: Permission denied'],
    ...BROKEN,
  ])('1 is none where it did not come to the question: %s', (_, text) =>
    expect(resultOfOutput(text, 1, false)).toBe('harness'),
  )

  it('a test that failed for a missing module beside others that passed is a failure', () =>
    expect(resultOfOutput("E   No module named 'x'\n1 failed, 3 passed in 0.1s", 1, true)).toBe('failed'))
})

describe('where the result is read', () => {
  it('is the end of a long output', () => {
    const noise = 'a line of the log\n'.repeat(1_000)
    expect(resultOfOutput(`1 failed in 0.1s\n${noise}12 passed in 0.1s`, null, true)).toBe('passed')
    expect(resultOfOutput(`FAIL: early\n${noise}`, null, false)).toBeNull()
  })

  it('is every output of the step', () => {
    const [step] = makeRun([['', 'pytest -q | tail', '']]).steps
    if (!step) throw new Error('no step')
    const observation = { exitCode: null, callId: null, truncated: false }
    const two = { ...step, observations: ['1 failed', 'in 0.1s'].map((text) => ({ ...observation, text })) }
    expect(stagesOfSteps({ steps: [two] })[0]?.result).toBe('failed')
  })
})

describe('the exit status of a step', () => {
  const codeOf = (output: string, code: number | null) => {
    const [step] = makeRun([['', 'x', output, code]]).steps
    return step && exitCodeOfStep(step)
  }
  it.each([
    ['the recorded one', 'x', 2, 2],
    ['the recorded one before the written one', '<returncode>1</returncode>', 0, 0],
    ['the written one', '<returncode>1</returncode>\n<output>', null, 1],
    ['one below zero', '<returncode>-9</returncode>', null, -9],
    ['none', 'returncode 1', null, null],
    ['none far down in the output', `${'x'.repeat(200)}<returncode>1</returncode>`, null, null],
  ])('is %s', (_, output, code, expected) => expect(codeOf(output, code)).toBe(expected))

  it('is unknown without an output', () => {
    const [step] = makeRun([['', 'x']]).steps
    expect(step && exitCodeOfStep({ ...step, observations: [] })).toBeNull()
  })
})

describe('whose exit status it is', () => {
  const resultOf = (command: string, output: string, code: number) => {
    const step: ShortStep = ['', command, output, code]
    return stagesOfSteps(makeRun([step]))[0]?.result
  }
  it.each([
    'echo',
    'true',
    ':',
    'cat log',
    'ls',
    'printf x',
    'tail log',
    'head log',
    'rm log',
    'cd ..',
    'cp a b',
    'exit 0',
  ])('not the run’s where “%s” comes last', (last) => {
    expect(resultOf(`pytest -q; ${last}`, '1 failed, 2 passed in 0.1s', 0)).toBe('failed')
    expect(resultOf(`pytest -q; ${last}`, '2 passed in 0.1s', 1)).toBe('passed')
  })
  it.each(['head', 'tail -3', 'grep -v x', 'tee log.txt'])('not the run’s behind “| %s”', (filter) =>
    expect(resultOf(`pytest -q | ${filter}`, '1 failed, 2 passed in 0.1s', 0)).toBe('failed'),
  )
  it('the run’s where pipes fail with it', () =>
    expect(resultOf('set -o pipefail; pytest -q | tail', 'F', 1)).toBe('failed'))
  it('the run’s where it comes last', () => expect(resultOf('echo begin; pytest -q', 'F', 1)).toBe('failed'))
})

it('what every start prints is taken out wherever it stands, and only that', () => {
  const noise = new Set(['Traceback: hook', 'other'])
  expect(withoutNoise('a\nTraceback: hook\nb\nTraceback: hook', noise)).toBe('a\n\nb\n')
  expect(withoutNoise('a', new Set())).toBe('a')
})
