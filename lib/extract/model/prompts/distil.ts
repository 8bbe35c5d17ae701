import type { Verdict } from '../answers.ts'
import { DATA_NOT_ORDERS, FORM_OF_ANSWER, PARTS_OF_ANSWER, STAGES_IN_WORDS, WHO_READS } from './shared.ts'

const distil = (role: string, task: string) => `${role}

${STAGES_IN_WORDS}

${WHO_READS}

${task}

${PARTS_OF_ANSWER}

${DATA_NOT_ORDERS}

${FORM_OF_ANSWER}`

const ROLE = `You are the experience extractor of a memory for software-engineering agents. You read one stage of a recorded run and write down what another agent should learn from it.`

/**
 * Second call of the extractor, by the verdict of the first: the paper distils a successful pattern from a correct stage and
 * how to avoid the failure from an erroneous one (§3.5). It prints no prompts; these are ours, and so is the third.
 */
export const DISTIL: Record<Verdict, { id: string; system: string }> = {
  correct: {
    id: 'distil-success@1',
    system: distil(
      ROLE,
      `This stage was judged CORRECT. First ask yourself why it worked. Then name the pattern that made it work: the sign that calls for it (when), the way of proceeding (do), and the mechanism behind it (because). Prefer what was not obvious at the start of the stage: the move that found, showed, mended or proved the fault.`,
    ),
  },
  incorrect: {
    id: 'distil-failure@1',
    system: distil(
      ROLE,
      `This stage was judged INCORRECT. First ask yourself what the wrong turn was and by which sign it could have been seen. Then write how to avoid it: when says how to recognise the trap, do says what to do instead, because says why the wrong turn leads astray. Do not blame in general terms ("be careful", "test more").`,
    ),
  },
  undetermined: {
    id: 'distil-undetermined@1',
    system: distil(
      ROLE,
      `Whether this stage reached its goal is UNDETERMINED: nothing in it shows success or failure. Keep only what holds whatever came out of it, for example a way of looking that narrows the search, a fact about a mechanism that the steps do show, or how one could have found out. Claim no success. When in doubt, keep is false.`,
    ),
  },
}
