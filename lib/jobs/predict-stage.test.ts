import { expect, it } from 'vitest'
import type { DoneStep } from '../extract/rules/stages-so-far.ts'
import { likeliestCategory } from '../retrieval/predict-category.ts'
import { predictStage, stageEvidence } from './predict-stage.ts'
import { STAGE_FIT } from './stage-fit.ts'

const look: DoneStep = { stage: 'ANALYZE', kinds: ['read'], result: null }
const edit: DoneStep = { stage: 'EDIT', kinds: ['source-write'], result: null }
const start = { format: 'mini-swe-agent-1', text: 'rows are returned twice' }
const after = (...done: DoneStep[]) => likeliestCategory(predictStage({ ...start, done }))

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
  const { probabilities } = predictStage({ ...start, done: [look, edit] })
  expect(Object.values(probabilities).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
})

it.each([
  ['mini-swe-agent-1', 'history-v1'],
  ['swe-agent-traj', 'history-v1'],
  ['openhands-llm-completion', 'history-v1'],
  ['claude-code-jsonl', 'rules-v1'],
  ['moatless-2024-06-09', 'rules-v1'],
])('a run of %s is predicted by %s', (format, predictor) => {
  expect(predictStage({ ...start, format, done: [look, edit] }).predictor).toBe(predictor)
})
