import { type DoneStep, featuresOf } from '../extract/rules/stages-so-far.ts'
import { CATEGORIES } from '../memory/category.ts'
import type { Prediction } from '../memory/retrieval.ts'
import { softmaxOf } from '../memory/statistics/softmax.ts'
import { predictCategory } from '../retrieval/predict-category.ts'
import { STAGE_FITS } from './stage-fit.ts'

export const STAGE_PREDICTOR_ID = 'history-v2'

/** What the stage is predicted from: what was done so far, and P(z) of the words. */
export function stageEvidence(done: readonly DoneStep[], text: string): number[] {
  const { probabilities } = predictCategory(text)
  return [...featuresOf(done), ...CATEGORIES.map((category) => Math.log(probabilities[category]))]
}

/** Layouts of agents that work on an issue alone, through a shell. */
const ALONE_IN_A_SHELL =
  /^(mini-swe-agent|swe-agent|nebius-swe-agent|openhands|chat-messages|openai-chat-tools|adp-std)/
/** Layouts that record edits and hardly anything else: what was done says nothing there. */
const EDITS_ONLY = /^aider/

/** Which weights serve the runs of a layout; null where the words do. */
export function weightsFor(format: string): keyof typeof STAGE_FITS | null {
  if (EDITS_ONLY.test(format)) return null
  return ALONE_IN_A_SHELL.test(format) ? 'alone' : 'others'
}

/** Where a stage begins in a run. */
export type StageStart = { format: string; done: readonly DoneStep[]; text: string }

/** P(z) for the stage that begins after the steps done so far, by them and the words. Ours. */
export function predictStage({ format, done, text }: StageStart): Prediction {
  const byWords = predictCategory(text)
  const weights = weightsFor(format)
  if (weights === null) return byWords
  const shares = softmaxOf(STAGE_FITS[weights], stageEvidence(done, text))
  const entries = CATEGORIES.map((category, i) => [category, shares[i] ?? 0] as const)
  return {
    predictor: STAGE_PREDICTOR_ID,
    probabilities: Object.fromEntries(entries) as Prediction['probabilities'],
    cues: byWords.cues,
  }
}
