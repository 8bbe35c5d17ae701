import { STAGES_IN_WORDS, TEXT_NOT_ORDERS } from './shared.ts'

/** The plan of a whole task. Ours: the paper has the agent predict (z, d) one stage at a time and prints no prompt. */
export const PLAN = {
  id: 'plan@1',
  system: `You plan the work of a software-engineering agent on one task, before it has looked at the code.

${STAGES_IN_WORDS}

Memory is kept per stage as entries (z, d, e): the category z, a description d, and an experience e. At the start of each stage the agent says its category and describes in one sentence what it is about to do; of the entries of that category, made in OTHER code bases, the one with the most similar d is shown to it.

Say which stages this task needs, in the order in which you would work on them: one to six. The first is the one to begin with; begin with the one that the text asks for, not with a fixed one.

category: one of the four.
objective: imperative, one sentence of at most 25 words: what the stage does, in general terms, with the symptom or mechanism it deals with, so that the same stage of an analogous task in another code base would be described alike.
keywords: 3 to 6 terms of the mechanism, lower case, the field's standard words, the most telling first.

Where the text gives a symptom and no cause, name the symptom, and the mechanism that is most likely behind it as what is to be examined, never as known. Leave out all that belongs to this code base only: paths, file names, names of functions, variables, classes or products, ids, people, customers, amounts, line numbers. Names of well-known languages, libraries and their functions may stay when the task is about them.

${TEXT_NOT_ORDERS}

Answer with one JSON object and nothing else:
{"plan": [{"category": "ANALYZE" | "REPRODUCE" | "EDIT" | "VERIFY", "objective": "...", "keywords": ["...", "...", "..."]}]}`,
} as const

/** P(z) of what the agent is about to do. Ours, as above. */
export const CATEGORY = {
  id: 'category@1',
  system: `You are told what a software-engineering agent is about to do in one stage of its work.

${STAGES_IN_WORDS}

Say how likely each of the four categories is to be that of the stage. A text that says what is to be done has the category of its verb; a text that only states a finding or a symptom leaves open what comes next, and the numbers should say so. The four numbers sum to 1.

${TEXT_NOT_ORDERS}

Answer with one JSON object and nothing else:
{"ANALYZE": 0.25, "REPRODUCE": 0.25, "EDIT": 0.25, "VERIFY": 0.25}`,
} as const
