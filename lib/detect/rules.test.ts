import { testRules } from '../fixtures/test-rules.ts'
import * as contradiction from './detectors/contradiction.ts'
import * as category from './detectors/doubtful-category.ts'
import * as echo from './detectors/echo.ts'
import { HIDDEN } from './detectors/hidden-text.ts'
import { PERSONAL, PROPER_NAME } from './detectors/leak.ts'
import { KINDS } from './detectors/not-a-lesson.ts'
import { CONDEMNED, WARNS } from './detectors/risky.ts'
import { HOLLOW } from './detectors/vague.ts'
import { RISKS } from './risks.ts'

testRules(
  Object.fromEntries(
    RISKS.map(({ note, rules, unless }, i) => [
      `risk ${i + 1}, ${note}`,
      unless === undefined ? rules : [...rules, unless],
    ]),
  ),
)
testRules({ HIDDEN, PERSONAL, KINDS })
testRules({
  'what a risk is not': [WARNS, CONDEMNED],
  'a proper name': [PROPER_NAME],
  'an echo': [echo.FRAME, echo.STOCK],
  'hollow words': [HOLLOW],
  'a stage': [category.LOOSE_OPENING, category.CHANGED, category.FAILS],
  'opposite advice': [
    contradiction.FAILURE,
    contradiction.NEGATION,
    contradiction.STATED,
    contradiction.QUESTION,
  ],
})
