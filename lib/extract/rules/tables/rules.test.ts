import { testRewrites, testRules } from '../../../fixtures/test-rules.ts'
import * as candidate from './candidate-rules.ts'
import * as command from './command-rules.ts'
import * as judge from './judge-rules.ts'
import * as part from './part-rules.ts'
import * as result from './result-rules.ts'
import * as sentence from './sentence-rules.ts'

const { OPENINGS, SECOND_PERSON, CUTS, ...ofSentences } = sentence
const { GOALS, ...ofParts } = part
const { COMMANDS, MODULES, TOOLS, TEST_PATHS, ...ofCommands } = command
const ofStages = { ...ofCommands, ...judge, ...result }
const single = { ...ofSentences, ...ofParts, ...candidate, ...ofStages }
const isRewrite = (rule: object) => 'becomes' in rule
testRules({ COMMANDS, MODULES, TOOLS, TEST_PATHS, GOALS: Object.values(GOALS) })
testRewrites({ OPENINGS, SECOND_PERSON, CUTS })
testRewrites(listed(isRewrite))
testRules(listed((rule) => !isRewrite(rule)))

/** The tables of one rule each, under their names. */
function listed(isWanted: (rule: object) => boolean) {
  return Object.fromEntries(
    Object.entries(single).flatMap(([name, rule]) => (isWanted(rule) ? [[name, [rule]]] : [])),
  ) as never
}
