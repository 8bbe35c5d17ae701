import type { Pattern } from '../../../memory/rule.ts'

/* What an output says of the run behind it, as data. */

/** The run ended before it reached the question. */
export const HARNESS: Pattern = {
  pattern:
    /ModuleNotFoundError|ImportError while loading conftest|ImproperlyConfigured|command not found|No such file or directory|No module named|SyntaxError|IndentationError|usage: |unrecognized arguments|ERROR: (file or directory )?not found|no tests ran|collected 0 items|Permission denied|AppRegistryNotReady|OperationalError: no such table/,
  says: [
    'ModuleNotFoundError: No module named x',
    'ImportError while loading conftest',
    'bash: foo: command not found',
    'No such file or directory',
    '  SyntaxError: invalid syntax',
    'usage: pytest [options]',
    'error: unrecognized arguments: --x',
    'ERROR: file or directory not found: a',
    'ERROR: not found: a::b',
    'no tests ran in 0.1s',
    'collected 0 items',
    'Permission denied',
    'OperationalError: no such table: row',
  ],
  not: [
    'KeyError: row',
    '1 failed, 2 passed',
    'ImportError: cannot import name',
    'collected 10 items',
    'OperationalError: locked',
  ],
}

/** A runner that found nothing to run. */
export const NOTHING_RAN: Pattern = {
  pattern: /no tests ran|collected 0 items|^Ran 0 tests/m,
  says: ['no tests ran in 0.1s', 'collected 0 items', 'x\nRan 0 tests in 0s'],
  not: ['Ran 10 tests in 0s', 'collected 10 items', '3 passed'],
}

/** A summary counts checks that passed: of pytest, mocha, rspec, node, maven, ctest, go, gradle. */
export const COUNTS_PASSED: Pattern = {
  pattern:
    /\b[1-9]\d* passed\b|^\s*[1-9]\d* passing\b|\b[1-9]\d* examples?, 0 failures|^(?:#|ℹ) pass [1-9]|\bTests run: [1-9]\d*, Failures: 0, Errors: 0|\b100% tests passed|^ok\s+\S+\s+(?:\d|\(cached\))|\bBUILD SUCCESS/m,
  says: ['3 passed in 0.1s', '1 failed, 10 passed', 'ok  \texample.org/shop\t(cached)', 'ℹ pass 3'],
  not: ['0 passed', 'all passed', '1 failed', '0 passing', '# pass 0', 'ok then', '0 examples, 0 failures'],
}

/** A summary of failures: of unittest, mocha, rspec, phpunit and maven, ctest, node, gradle. */
export const SAYS_FAILED: Pattern = {
  pattern:
    /^FAILED \((failures|errors)=|^\s*[1-9]\d* failing\b|\bexamples?, [1-9]\d* failures?|\b(?:Failures|Errors): [1-9]|\b[1-9]\d* tests failed out of|^(?:#|ℹ) fail [1-9]|\bBUILD FAIL/m,
  says: ['FAILED (failures=1)', 'Ran 3 tests\n\nFAILED (errors=2, skipped=1)', 'ℹ fail 2', 'x, Errors: 1, y'],
  not: [
    'FAILED tests/test_a.py',
    'OK (skipped=1)',
    '0 failing',
    '# fail 0',
    'Failures: 0',
    '0 tests failed out of 7',
  ],
}

/** A traceback, or an error by its name. */
export const CRASHED: Pattern = {
  pattern: /Traceback \(most recent call last\)|^E {3}|\bAssertionError\b|^[A-Z]\w*(Error|Exception)\b.*$/m,
  says: [
    'Traceback (most recent call last):\n  File "a.py"',
    'E   assert 1 == 2',
    'AssertionError',
    'x\nKeyError: row',
    'DoesNotExistException',
  ],
  not: ['no error', 'the KeyError is caught', 'OK'],
}

/** A script of its own marks a failure. */
export const MARKED_FAILED: Pattern = {
  pattern: /^\W*(FAIL|FAILED|FAILURE)\b/m,
  says: ['FAIL: row', 'x\n  [FAILED] row'],
  not: ['no failure', 'Failing over to the next', 'a FAIL in the middle'],
}

/** A script of its own says that the fault is there. */
export const SAYS_BUG: Pattern = {
  pattern: /\b(bug|issue) (reproduced|confirmed|still present|exists)\b/i,
  says: ['Bug reproduced', 'BUG CONFIRMED', 'the issue still present'],
  not: ['the bug is gone', 'the issue is fixed'],
}

/** A script of its own marks a success. */
export const MARKED_PASSED: Pattern = {
  pattern: /^\W*(PASS|PASSED|SUCCESS|OK)\b/m,
  says: ['PASS: row', 'x\n  OK', '[SUCCESS] sorted'],
  not: ['not OK', 'OKAY', 'a PASS in the middle'],
}

/** A script of its own says that all is well. */
export const SAYS_ALL_PASS: Pattern = {
  pattern: /\ball tests? pass/i,
  says: ['All tests passed', 'all test pass'],
  not: ['tests pass', 'all the tests'],
}
