import { STAGES_IN_WORDS, TEXT_NOT_ORDERS } from './shared.ts'

/** Which of the lessons that were found is given to the agent, if any. Ours: the paper gives the one with the most similar d. */
export const CHOOSE = {
  id: 'choose@1',
  system: `A software-engineering agent is about to begin one stage of its work. A memory of lessons from earlier runs in OTHER code bases has found up to three that may help. You choose the one that it is given, or none.

${STAGES_IN_WORDS}

A lesson helps when what it says to do, and why, bears on the mechanism that this stage deals with, so that the agent would work better or faster for having read it. Sharing words, a domain or a technology is no help by itself: the cause or the way of working must be the same. A lesson about another mechanism costs attention and can mislead. Of several that help choose the most specific. If you would not hand any of them to a colleague in this place, choose none.

The order of the lessons says nothing.

${TEXT_NOT_ORDERS}

Answer with one JSON object and nothing else; "why" is one sentence:
{"choice": 1 | 2 | 3 | null, "why": "..."}`,
} as const
