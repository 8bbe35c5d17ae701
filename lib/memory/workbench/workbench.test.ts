import { expect, it } from 'vitest'
import { unpackOutcomes, type WorkbenchRun, workbenchRunSchema } from './workbench.ts'

const run: WorkbenchRun = {
  plan: {
    world: 'w',
    worldHash: 'h',
    design: 'ladder',
    seed: 7,
    arms: ['subtask'],
    sizes: [5],
    budgets: [40],
    mispredictions: [0],
    draws: 2,
    tasks: 2,
    primary: { a: 'subtask', b: 'instance', size: 5 },
    agent: 'search-v1',
    extractor: 'workbench-v1',
    embedder: 'local-v1',
  },
  commit: null,
  result: { world: 'w', worldHash: 'h', design: 'ladder', seed: 7, cells: [], paired: [] },
  tasks: [
    { id: 't1', cluster: 'f' },
    { id: 't2', cluster: 'g' },
  ],
  outcomes: [
    {
      arm: 'subtask',
      size: 5,
      budget: 40,
      misprediction: 0,
      resolved: ['10', '.1'],
      steps: ['0z10', '..04'],
    },
  ],
}

it('a packed run gives one row an attempt, with the budget it spent, and none for a task that is not of the point', () => {
  const rows = unpackOutcomes(workbenchRunSchema.parse(JSON.parse(JSON.stringify(run))))
  expect(rows.map(({ taskId, draw, resolved, steps }) => [taskId, draw, resolved, steps])).toEqual([
    ['t1', 0, true, 35],
    ['t2', 0, false, 36],
    ['t2', 1, true, 4],
  ])
  expect(rows[0]).toMatchObject({ arm: 'subtask', size: 5, budget: 40, seed: 7, cluster: 'f' })
})
