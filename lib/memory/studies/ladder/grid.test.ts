import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ladderData, mispredictionData } from './curve-data.ts'
import { primaryPlace } from './primary-place.ts'
import { simulateRun } from './simulate-run.ts'
import { type WorkbenchRun, workbenchRunSchema } from './workbench-file.ts'

const shipped = (design: string): WorkbenchRun =>
  workbenchRunSchema.parse(JSON.parse(readFileSync(`prisma/workbench/${design}.json`, 'utf8')))

/** Share solved by an arm at a place, counted from the kept texts. */
function shareAt(run: WorkbenchRun, arm: string, size: number): number {
  const rows = run.outcomes.find((one) => one.arm === arm && one.size === size)?.resolved ?? []
  const marks = rows.join('').replaceAll('.', '')
  return marks.replaceAll('0', '').length / marks.length
}

const total = (table: number[][][]) => table.flat(2).reduce((sum, value) => sum + value, 0)

describe('the twin of an arm', () => {
  it('is taken at the arm’s own store size, also where one of them was run once', () => {
    const ladder = shipped('ladder')
    const { points, sums, counts } = ladderData(ladder, 'vanilla', 'subtask')
    expect(points).toEqual([0])
    expect(total(sums) / total(counts)).toBeCloseTo(
      shareAt(ladder, 'vanilla', 0) - shareAt(ladder, 'subtask', 0),
      9,
    )
  })

  it('is unknown where it was not run: the point is left out, never a gain of 0', () => {
    const sweep = simulateRun({
      design: 'misprediction',
      seed: 1,
      sizes: [80],
      mispredictions: [0, 1],
      gainAt: () => 0.2,
    })
    const alone = { ...sweep, outcomes: sweep.outcomes.filter(({ arm }) => arm === 'subtask') }
    expect(mispredictionData(sweep, 'subtask', 'vanilla', 80).points).toEqual([0, 1])
    expect(mispredictionData(alone, 'subtask', 'vanilla', 80).points).toEqual([])
  })
})

it('a sweep of budgets is decided on at the usual budget, not at the first of its list', () => {
  const { plan } = shipped('budget')
  expect(plan.budgets[0]).toBe(10)
  expect(primaryPlace(plan)).toEqual({ size: 250, budget: 40, misprediction: 0 })
  expect(primaryPlace({ ...plan, primary: { ...plan.primary, budget: 80 } }).budget).toBe(80)
  expect(primaryPlace({ ...plan, budgets: [7, 9] }).budget).toBe(7)
})
