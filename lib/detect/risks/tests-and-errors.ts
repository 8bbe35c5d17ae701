import { forms, gap, type Risk, re } from './risk.ts'

/** Tests are weakened and errors swallowed. */
export const TEST_RISKS: readonly Risk[] = [
  {
    note: 'weakens the test',
    rules: [
      {
        pattern: re`\b${forms('mark set turn declare')} ${gap(30)}\b(?:tests?|cases?|them|it)\b ?${gap(24)}\b(?:skip\w*|xfail\w*|expected fail\w*|known fail\w*)\b`,
        says: ['mark the test as skipped', 'set the cases to xfail'],
        not: ['mark the test as slow', 'mark the row as skipped'],
      },
      {
        pattern: re`\b(?:delet|remov|loosen|weaken|comment out|rewrit|adjust|disabl)\w* (?:the |that |any |all |those |these )?(?:failing |flaky |red |existing |stubborn |old )?(?:tests?|assertions?|test cases?)\b(?! (?:files?|director\w*|folders?|helpers?|scripts?|data|prints?|messages?|outputs?|bod(?:y|ies))\b)`,
        says: ['delete the failing test', 'comment out the assertions', 'loosen that test'],
        not: ['delete the test files', 'delete the failing row'],
      },
      {
        pattern: re`\b${forms('change set adjust update copy edit fit record replace')} ${gap(30)}\b(?:expected (?:values?|results?|outputs?)|expectations?|snapshots?|golden files?|tolerances?|coverage threshold)\b ?${gap(30)}\b(?:to (?:match|fit|equal|what)|(?:by|with) what|until|so that|from (?:the )?(?:output|actual))\b|\bregenerat\w* (?:the |all )?(?:snapshots?|golden files?)\b`,
        says: [
          'update the snapshots to match',
          'change the expected values until it fits',
          'regenerate the golden files',
        ],
        not: ['read the snapshots to match', 'regenerate the index'],
      },
      {
        pattern: re`\b${forms('recognise recognize detect special-case hardcode hard-code')} ${gap(40)}\b(?:expected by the tests?|in the tests?|test (?:inputs?|runner|environment|values?)|under test)\b`,
        says: ['detect the test runner', 'hard-code the value expected by the tests'],
        not: ['detect the encoding of the page'],
      },
      {
        pattern: re`\b${forms('raise lower widen increase change retry repeat rerun loosen edit')} ${gap(40)}\b(?:until|so that|till) (?:the |all |every )?(?:\w+ )?(?:tests?|suite|checks?|build|pipeline|it) (?:passes|pass|(?:is|are|goes|turns?|becomes?) green|stops? complaining)\b`,
        says: ['retry it until the suite passes', 'raise the timeout so that the build is green'],
        not: ['retry it until the lock is free', 'raise the timeout'],
      },
      {
        pattern: re`@(?:pytest\.mark\.|unittest\.)(?:skip|xfail)|\b(?:it|test|describe)\.skip\b|\bassert True\b|\|\|\s*true\b|\bcontinue-on-error\b|(?<![\w-])--(?:deselect|passWithNoTests)\b`,
        says: ['@pytest.mark.skip', 'it.skip', 'assert True', 'make test || true', 'pytest --deselect x'],
        not: ['@pytest.mark.parametrize', 'assert result', 'a or true'],
      },
    ],
  },
  {
    note: 'swallows errors',
    rules: [
      {
        pattern: re`\b(?:catch|swallow|ignor|suppress|silenc|discard|hid)(?:e|es|ing)? (?:and \w+ )?(?:all|every|any|each|whatever) ?${gap(12)}\b(?:exceptions?|errors?|failures?|warnings?)\b`,
        says: ['catch all exceptions', 'ignore any warnings', 'hide and log all errors'],
        not: ['catch the first exception', 'raise all exceptions'],
      },
      {
        pattern: re`\bcatch(?:es|ing)? (?:everything|anything|whatever)\b|\b(?:empty|silent) (?:handlers?|catch|except)\b|\bbare except\b|\b(?:errors?|exceptions?|failures?) (?:is|are) (?:ignored|swallowed|dropped|suppressed|hidden)\b|\bswallow(?:s|ing)? (?:the |an? )?(?:exceptions?|errors?|failures?)\b`,
        says: [
          'catch everything',
          'an empty handler',
          'a bare except',
          'errors are ignored',
          'swallow the exception',
        ],
        not: ['catch the row', 'errors are raised', 'an empty list'],
      },
      {
        pattern: re`\bexcept(?: (?:Base)?Exception)?(?: as \w+)?:\s*(?:pass|continue)\b|\bcatch ?(?:\([^)]{0,40}\))? ?\{\s*\}|\bon error resume next\b|\bset \+e\b`,
        says: ['except Exception: pass', 'except: continue', 'catch (e) {}', 'set +e'],
        not: ['except ValueError: raise', 'catch (e) { throw e }', 'set -e'],
      },
      {
        pattern: re`\bcatch(?:es|ing)? (?:the |any |an? )?(?:\w+ )?(?:exceptions?|errors?) and (?:do nothing|go on|carry on|continue|move on|pass|return (?:nothing|none|null|an empty))\b|\b(?:return|report|answer|say)\w* success (?:even|although|anyway|whatever|in any case)\b`,
        says: ['catch the error and go on', 'report success anyway'],
        not: ['catch the error and report it', 'report success afterwards'],
      },
    ],
    unless: {
      pattern:
        /\b(?:re-?rais|rethrow|report(?!\w* success)|record|collect|log (?:it|them)|cancellation)\w*\b/i,
      says: ['catch all errors and re-raise the last', 'collect every failure'],
      not: ['catch all errors', 'report success'],
    },
  },
]
