import { describe, expect, it } from 'vitest'
import { ladderData, mispredictionData, sizesOf, streamData } from './curve-data.ts'
import { gridOf, twinOf } from './grid.ts'
import { simulateRun } from './simulate-run.ts'
import type { WorkbenchArm, WorkbenchRun } from './workbench-file.ts'

type Cell = { arm: WorkbenchArm; size: number; resolved: string[]; budget?: number; misprediction?: number }

/** A run of four tasks, two of one function, with these outcomes and nothing else. */
function runOf(cells: Cell[], plan: Partial<WorkbenchRun['plan']> = {}): WorkbenchRun {
  const made = simulateRun({ design: 'ladder', seed: 1, gainAt: () => 0, clusters: 1, tasksPerCluster: 1 })
  return {
    ...made,
    plan: { ...made.plan, budgets: [10, 40], ...plan },
    tasks: [
      { id: 't1', cluster: 'f' },
      { id: 't2', cluster: 'g' },
      { id: 't3', cluster: 'f' },
      { id: 't4', cluster: 'h' },
    ],
    outcomes: cells.map((cell) => ({
      ...{ budget: 40, misprediction: 0, steps: cell.resolved.map(() => '01'.repeat(4)) },
      ...cell,
    })),
  }
}
const at = (size: number) => ({ size, budget: 40, misprediction: 0 })

describe('outcomes of an arm at a place', () => {
  it('are one row a draw: won, lost, and null where the task is not of the place', () => {
    const run = runOf([{ arm: 'subtask', size: 5, resolved: ['10.1', '....'] }])
    expect(gridOf(run, 'subtask', at(5))).toEqual([
      [true, false, null, true],
      [null, null, null, null],
    ])
  })

  it.each([
    ['another arm', 'instance', at(5)],
    ['another size', 'subtask', at(6)],
    ['another budget', 'subtask', { ...at(5), budget: 10 }],
    ['another misprediction', 'subtask', { ...at(5), misprediction: 0.5 }],
  ] as const)('are unknown where only %s was run', (_, arm, place) => {
    const run = runOf([{ arm: 'subtask', size: 5, resolved: ['1111'] }])
    expect(gridOf(run, arm, place)).toBeNull()
    expect(twinOf(run, arm, place, 1)).toEqual([[null, null, null, null]])
  })
})

describe('a twin', () => {
  it('with as many draws is taken draw by draw, store by store', () => {
    const run = runOf([{ arm: 'instance', size: 5, resolved: ['10.1', '0011'] }])
    expect(twinOf(run, 'instance', at(5), 2)).toEqual([
      [1, 0, null, 1],
      [0, 0, 1, 1],
    ])
  })

  it('with another number of draws is its mean over them, repeated; a task it never ran stays unknown', () => {
    const run = runOf([{ arm: 'instance', size: 5, resolved: ['10.1', '00.1', '01.1'] }])
    const means = [1 / 3, 1 / 3, null, 1]
    expect(twinOf(run, 'instance', at(5), 2)).toEqual([means, means])
  })

  it('without memory knows no store: its mean over all sizes of the budget, and no other', () => {
    const run = runOf([
      { arm: 'vanilla', size: 0, resolved: ['1100'] },
      { arm: 'vanilla', size: 20, resolved: ['1.01'] },
      { arm: 'vanilla', size: 0, budget: 10, resolved: ['0000'] },
    ])
    expect(twinOf(run, 'vanilla', at(80), 1)).toEqual([[1, 1, 0, 0.5]])
  })
})

describe('a ladder', () => {
  it('has differences by draw, function and rung, over the tasks that both sides know', () => {
    const run = runOf([
      { arm: 'subtask', size: 20, resolved: ['1111', '0000'] },
      { arm: 'subtask', size: 5, resolved: ['1.10', '0011'] },
      { arm: 'subtask', size: 5, budget: 10, resolved: ['1111'] },
      { arm: 'subtask', size: 7, misprediction: 1, resolved: ['1111'] },
      { arm: 'vanilla', size: 0, resolved: ['100.'] },
    ])
    expect(sizesOf(run, 'subtask')).toEqual([5, 20])
    expect(ladderData(run, 'subtask', 'vanilla')).toEqual({
      points: [5, 20],
      clusters: ['f', 'g', 'h'],
      // f holds t1 and t3; t4 has no twin; t2 was not of the first draw at 5.
      sums: [
        [
          [1, 1],
          [0, 1],
          [0, 0],
        ],
        [
          [0, -1],
          [0, 0],
          [0, 0],
        ],
      ],
      counts: [
        [
          [2, 2],
          [0, 1],
          [0, 0],
        ],
        [
          [2, 2],
          [1, 1],
          [0, 0],
        ],
      ],
    })
  })

  it('leaves a rung out that its twin was not run at, and keeps the others in their places', () => {
    const run = runOf([
      { arm: 'subtask', size: 5, resolved: ['1111'] },
      { arm: 'subtask', size: 10, resolved: ['1111'] },
      { arm: 'subtask', size: 20, resolved: ['1100'] },
      { arm: 'instance', size: 5, resolved: ['0000'] },
      { arm: 'instance', size: 20, resolved: ['0000'] },
    ])
    const { points, sums, counts } = ladderData(run, 'subtask', 'instance')
    expect(points).toEqual([5, 20])
    expect(sums).toEqual([
      [
        [2, 1],
        [1, 1],
        [1, 0],
      ],
    ])
    expect(counts).toEqual([
      [
        [2, 2],
        [1, 1],
        [1, 1],
      ],
    ])
    expect(ladderData(run, 'global', 'vanilla')).toMatchObject({ points: [], sums: [], counts: [] })
  })
})

it('a sweep of wrong categories has its points in order, at one store size and the usual budget', () => {
  const run = runOf([
    { arm: 'subtask', size: 80, misprediction: 1, resolved: ['0000'] },
    { arm: 'subtask', size: 80, misprediction: 0, resolved: ['1111'] },
    { arm: 'subtask', size: 80, misprediction: 0.5, budget: 10, resolved: ['1111'] },
    { arm: 'subtask', size: 20, misprediction: 0.25, resolved: ['1111'] },
    { arm: 'vanilla', size: 0, resolved: ['1000'] },
  ])
  const { points, sums } = mispredictionData(run, 'subtask', 'vanilla', 80)
  expect(points).toEqual([0, 1])
  expect(sums).toEqual([
    [
      [1, -1],
      [1, 0],
      [1, 0],
    ],
  ])
})

it('a stream adds up block after block, and each point stands at the end of its block', () => {
  const run = runOf([
    { arm: 'subtask', size: 0, resolved: ['11..', '.1.1'] },
    { arm: 'subtask', size: 2, resolved: ['..10', '0.0.'] },
    { arm: 'vanilla', size: 0, resolved: ['10..', '.0.0'] },
    { arm: 'vanilla', size: 2, resolved: ['..00', '1.0.'] },
  ])
  const { points, sums, counts } = streamData(run, 'subtask', 'vanilla')
  // The last block begins at 2 and has two tasks.
  expect(points).toEqual([2, 4])
  // No memory solved t1 in both of its runs, t2, t3 and t4 in none.
  expect(sums).toEqual([
    [
      [0, 1],
      [1, 1],
      [0, 0],
    ],
    [
      [0, -1],
      [1, 1],
      [1, 1],
    ],
  ])
  expect(counts).toEqual([
    [
      [1, 2],
      [1, 1],
      [0, 1],
    ],
    [
      [0, 2],
      [1, 1],
      [1, 1],
    ],
  ])
})
