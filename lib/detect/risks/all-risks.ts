import { DATA_RISKS } from './data.ts'
import { CODE_RISKS } from './foreign-code.ts'
import { GUARD_RISKS } from './guards.ts'
import { PEOPLE_RISKS } from './people.ts'
import type { Risk } from './risk.ts'
import { TEST_RISKS } from './tests-and-errors.ts'

/** Advice that weakens a guard, runs foreign code, moves credentials, destroys, or goes behind the user's back. Ours. */
export const RISKS: readonly Risk[] = [
  ...GUARD_RISKS,
  ...TEST_RISKS,
  ...CODE_RISKS,
  ...DATA_RISKS,
  ...PEOPLE_RISKS,
]
