import { expect, it } from 'vitest'
import { LOOPED_RUN, makeRun } from '../fixtures/make-run.ts'
import { doneSteps, featuresOf, nextStage } from './stages-so-far.ts'

const run = makeRun(LOOPED_RUN)

it('reads each step by itself and those before it: cutting the run changes nothing of what was done', () => {
  const all = doneSteps(run.steps)
  for (const n of run.steps.keys()) expect(doneSteps(run.steps.slice(0, n))).toEqual(all.slice(0, n))
})

it('a short look belongs to the work around it, a longer one is a stage', () => {
  const editing = { stage: 'EDIT', looks: 0 } as const
  const once = nextStage(editing, 'ANALYZE')
  expect(once).toEqual({ stage: 'EDIT', looks: 1 })
  expect(nextStage(nextStage(once, 'ANALYZE'), 'ANALYZE')).toEqual({ stage: 'ANALYZE', looks: 0 })
  expect(nextStage(once, 'OTHER')).toEqual(once)
})

it('says as many numbers of a run that has not begun as of one that is done', () => {
  const widths = [[], doneSteps(run.steps)].map((done) => featuresOf(done).length)
  expect(new Set(widths).size).toBe(1)
  expect(featuresOf(doneSteps(run.steps)).every(Number.isFinite)).toBe(true)
})
