import { type DoneStep, featuresOf } from '../extract/rules/stages-so-far.ts'
import { CATEGORIES } from '../memory/category.ts'
import type { Prediction } from '../memory/retrieval.ts'
import { softmaxOf } from '../memory/statistics/softmax.ts'
import { predictCategory } from '../retrieval/predict-category.ts'
import { STAGE_FIT } from './stage-fit.ts'

export const STAGE_PREDICTOR_ID = 'history-v1'

/** What the stage is predicted from: what was done so far, and P(z) of the words. */
export function stageEvidence(done: readonly DoneStep[], text: string): number[] {
  const { probabilities } = predictCategory(text)
  return [...featuresOf(done), ...CATEGORIES.map((category) => Math.log(probabilities[category]))]
}

/** Layouts of agents that work on an issue alone, through a shell, as those did from whose runs it was learned. */
const ALONE_IN_A_SHELL = /^(mini-swe-agent|swe-agent|nebius-swe-agent|openhands)/

/** Where a stage begins in a run. */
export type StageStart = { format: string; done: readonly DoneStep[]; text: string }

/**
 * P(z) for the stage that begins after the steps done so far: by them and the words in a run of an agent that works alone in a shell,
 * by the words elsewhere. Ours.
 */
export function predictStage({ format, done, text }: StageStart): Prediction {
  const byWords = predictCategory(text)
  if (!ALONE_IN_A_SHELL.test(format)) return byWords
  const shares = softmaxOf(STAGE_FIT, stageEvidence(done, text))
  const entries = CATEGORIES.map((category, i) => [category, shares[i] ?? 0] as const)
  return {
    predictor: STAGE_PREDICTOR_ID,
    probabilities: Object.fromEntries(entries) as Prediction['probabilities'],
    cues: byWords.cues,
  }
}
