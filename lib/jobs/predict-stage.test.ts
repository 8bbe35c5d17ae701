import { expect, it } from 'vitest'
import type { DoneStep } from '../extract/rules/stages-so-far.ts'
import { likeliestCategory } from '../retrieval/predict-category.ts'
import { predictStage, stageEvidence, weightsFor } from './predict-stage.ts'
import { STAGE_FITS } from './stage-fit.ts'

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

it('an agent that only looks and changes looks again after a change; one in a shell verifies it', () => {
  const moatless = predictStage({ ...start, format: 'moatless-transitions', done: [look, edit] })
  expect(likeliestCategory(moatless)).toBe('ANALYZE')
  expect(after(look, edit)).toBe('VERIFY')
})

it('the weights that ship are one for each number, and the probabilities sum to 1', () => {
  for (const fit of Object.values(STAGE_FITS))
    expect(fit.means).toHaveLength(stageEvidence([look], 'x').length)
  const { probabilities } = predictStage({ ...start, done: [look, edit] })
  expect(Object.values(probabilities).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
})

it.each([
  ['mini-swe-agent-1', 'alone'],
  ['swe-agent-traj', 'alone'],
  ['openhands-llm-completion', 'alone'],
  ['openai-chat-tools', 'alone'],
  ['claude-code-jsonl', 'others'],
  ['moatless-2024-06-09', 'others'],
  ['aider-chat-history', null],
])('a run of %s is predicted by %s', (format, weights) => {
  expect(weightsFor(format)).toBe(weights)
  const by = weights === null ? 'rules-v1' : 'history-v2'
  expect(predictStage({ ...start, format, done: [look, edit] }).predictor).toBe(by)
})
