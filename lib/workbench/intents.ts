import type { Intent } from '../memory/entry.ts'
import { inputKindsOf } from './evidence/input-kinds.ts'
import { lineKindOf, lineTraitsOf } from './evidence/line-kinds.ts'
import { outcomeOf } from './evidence/outcome.ts'

/** What one failing test shows. */
export interface Failure {
  test: { code: string; expected: string }
  shown: string
  symptom: string
}

/** d of each stage, from what is known when it begins: the report, then the failing test, then the suspected line. No names of the code. */
export const intents = {
  REPRODUCE: (title: string): Intent => ({
    category: 'REPRODUCE',
    description: { objective: `Construct a failing test case: ${title}`, keywords: [] },
  }),
  ANALYZE: ({ symptom, test }: Failure): Intent => ({
    category: 'ANALYZE',
    description: {
      objective: `Find the cause: the result ${symptom}`,
      keywords: kindsOf(test),
    },
  }),
  EDIT: ({ symptom, test }: Failure, line: string): Intent => ({
    category: 'EDIT',
    description: {
      objective: cut(`Change the code: the result ${symptom} with ${kindsOf(test).join(' and ')}`),
      keywords: [inWords(lineKindOf(line)), ...lineTraitsOf(line)].slice(0, 8),
    },
  }),
  /** The key of `search-v2`: what was expected and what came, and nothing of the line. */
  EDIT_BY_OUTCOME: ({ symptom, test, shown }: Failure): Intent => ({
    category: 'EDIT',
    description: {
      objective: cut(`Change the code: the result ${symptom}; ${outcomeOf(test.expected, shown).join(', ')}`),
      keywords: kindsOf(test).slice(0, 8),
    },
  }),
  VERIFY: ({ symptom, test }: Failure, mechanism: string, line: string): Intent => ({
    category: 'VERIFY',
    description: {
      objective: cut(`Confirm the fix: the result ${symptom} with ${kindsOf(test).join(' and ')}`),
      keywords: [inWords(mechanism), inWords(lineKindOf(line))],
    },
  }),
} as const

function kindsOf({ code }: Failure['test']): string[] {
  return inputKindsOf(code).map(inWords)
}

function cut(objective: string): string {
  return objective.slice(0, 400)
}

function inWords(name: string): string {
  return name.replaceAll('-', ' ')
}
