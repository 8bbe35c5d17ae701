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

/** P(z) for the stage that begins after the steps done so far; the cues are those of the words. Ours. */
export function predictStage(done: readonly DoneStep[], text: string): Prediction {
  const shares = softmaxOf(STAGE_FIT, stageEvidence(done, text))
  const entries = CATEGORIES.map((category, i) => [category, shares[i] ?? 0] as const)
  return {
    predictor: STAGE_PREDICTOR_ID,
    probabilities: Object.fromEntries(entries) as Prediction['probabilities'],
    cues: predictCategory(text).cues,
  }
}
