import { expect, it } from 'vitest'
import type { DoneStep } from '../extract/rules/stages-so-far.ts'
import { likeliestCategory } from '../retrieval/predict-category.ts'
import { predictStage, stageEvidence } from './predict-stage.ts'
import { STAGE_FIT } from './stage-fit.ts'

const look: DoneStep = { stage: 'ANALYZE', kinds: ['read'], result: null }
const edit: DoneStep = { stage: 'EDIT', kinds: ['source-write'], result: null }
const after = (...done: DoneStep[]) => likeliestCategory(predictStage(done, 'rows are returned twice'))

it('a run begins by looking, and what was changed is verified next', () => {
  expect(after()).toBe('ANALYZE')
  expect(after(look, look, look, edit)).toBe('VERIFY')
})

it('a failed check after a change is followed by more work, not by another check', () => {
  const check: DoneStep = { stage: 'VERIFY', kinds: ['run-tests'], result: 'failed' }
  expect(['ANALYZE', 'EDIT']).toContain(after(look, look, edit, check))
})

it('the fit that ships has a weight for each number, and its probabilities sum to 1', () => {
  expect(STAGE_FIT.means).toHaveLength(stageEvidence([look], 'x').length)
  const { probabilities } = predictStage([look, edit], 'x')
  expect(Object.values(probabilities).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
})
