import { CHOOSE } from './choose.ts'
import { LESSONS } from './lessons.ts'
import { CATEGORY, PLAN } from './plan.ts'

/** Every prompt that is sent: of a run, then of questions. */
export const ALL_PROMPTS: { id: string; purpose: string; system: string }[] = [
  { ...LESSONS, purpose: 'reads a whole run and writes its lessons' },
  { ...PLAN, purpose: 'plans a task that was asked' },
  { ...CATEGORY, purpose: 'says how likely each category is' },
  { ...CHOOSE, purpose: 'chooses one of the first lessons for a question, or none' },
]
