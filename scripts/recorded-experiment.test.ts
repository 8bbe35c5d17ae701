import { expect, it } from 'vitest'
import { readExperiment } from '../lib/studies/designs/experiment.ts'

const report = readExperiment(['prisma/experiment/loupe-mini'])
if (!report) throw new Error('an experiment comes recorded')
const { episodes } = report

it('every task was met once by each arm, and no episode was left out', () => {
  expect(episodes).toHaveLength(60)
  for (const name of ['vanilla', 'subtask'])
    expect(new Set(episodes.filter(({ arm }) => arm === name).map(({ task }) => task)).size).toBe(30)
})
