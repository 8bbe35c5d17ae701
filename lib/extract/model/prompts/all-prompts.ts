import { DISTIL } from './distil.ts'
import { INSTANCE } from './instance.ts'
import { JUDGE } from './judge.ts'
import { CATEGORY, PLAN } from './plan.ts'
import { SEGMENT } from './segment.ts'

/** Every prompt that is sent: of runs in the order in which one meets them, then of questions. */
export const ALL_PROMPTS: { id: string; purpose: string; system: string }[] = [
  { ...JUDGE, purpose: 'judges a stage' },
  { ...DISTIL.correct, purpose: 'distils a stage that was judged correct' },
  { ...DISTIL.incorrect, purpose: 'distils a stage that was judged incorrect' },
  { ...DISTIL.undetermined, purpose: 'distils a stage of which neither is shown' },
  { ...SEGMENT, purpose: 'divides a run into stages' },
  { ...INSTANCE, purpose: 'keeps up to three items of a whole run' },
  { ...PLAN, purpose: 'plans a task that was asked' },
  { ...CATEGORY, purpose: 'says how likely each category is' },
]
