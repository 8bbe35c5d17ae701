import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type WorkbenchRun, workbenchRunSchema } from '../../lib/memory/workbench/workbench.ts'
import { drawWorkbench } from './draw-workbench.ts'
import { cellTable, curvesOf, taskRows, workbenchVerdict } from './prepare-workbench.ts'

const run: WorkbenchRun = workbenchRunSchema.parse(
  JSON.parse(readFileSync('prisma/workbench/ladder.json', 'utf8')),
)
const view = (drawsDone: number, differencePp?: number, low = 1, high = 5) => ({
  id: 'r',
  plan: run.plan,
  state: drawsDone < run.plan.draws ? 'running' : 'done',
  createdAt: null,
  jobId: null,
  drawsDone,
  remainingMs: null,
  reason: null,
  run:
    differencePp === undefined
      ? run
      : {
          ...run,
          result: {
            ...run.result,
            paired: run.result.paired.map((pair) => ({ ...pair, differencePp, low, high })),
          },
        },
})

it('says that nothing is decided before the last draw, and shows no interval until then', () => {
  expect(workbenchVerdict(view(3))).toMatch(/3 of 30 draws.*nothing is decided/)
  expect(curvesOf(run, false).flatMap(({ points }) => points.filter(({ low }) => low !== null))).toEqual([])
  expect(cellTable(run, false)[1]?.slice(7, 9)).toEqual([null, null])
  expect(
    curvesOf(run, true)
      .find(({ isPrimary }) => isPrimary)
      ?.points.every(({ low }) => low !== null),
  ).toBe(true)
})

it('says whether remembering pays, costs, or cannot be told, by the interval of the declared comparison', () => {
  expect(workbenchVerdict(view(30, 3, 1, 5))).toMatch(/^Here remembering pays/)
  expect(workbenchVerdict(view(30, -3, -5, -1))).toMatch(/^Here remembering costs/)
  expect(workbenchVerdict(view(30, 3, -1, 5))).toMatch(/^Cannot tell/)
})

it('a dot’s tasks add up to what the dot says', () => {
  for (const { arm, points } of curvesOf(run, true))
    for (const point of points) {
      const rows = taskRows(run, arm, point)
      const marks = rows.flatMap(({ draws }) => draws)
      expect((100 * marks.filter(Boolean).length) / marks.length).toBeCloseTo(point.share, 9)
    }
})

it('every dot leads somewhere, and the figure says that no language model ran', () => {
  const drawing = drawWorkbench(run.plan, curvesOf(run, true), (arm, { x }) => `?arm=${arm}&at=${x}`, 900)
  const dots = drawing.marks.filter((mark) => mark.kind === 'circle')
  expect(dots.length).toBe(run.result.cells.length)
  expect(dots.every((dot) => dot.href && dot.label)).toBe(true)
  expect(drawing.title).toContain('not a language model')
})

it('decides a sweep of budgets at the usual one and names it: at the first of the list remembering would seem to cost', () => {
  const budget = workbenchRunSchema.parse(JSON.parse(readFileSync('prisma/workbench/budget.json', 'utf8')))
  const words = workbenchVerdict({ ...view(30), plan: budget.plan, run: budget })
  const solved = (arm: string, steps: number) => {
    const rows = budget.outcomes.find((one) => one.arm === arm && one.budget === steps)?.resolved ?? []
    return (100 * rows.join('').replaceAll('0', '').length) / rows.join('').length
  }
  const difference = solved('subtask', 40) - solved('vanilla', 40)
  expect(words).toContain(`differs by \u2212${Math.abs(difference).toFixed(1)} pp`)
  expect(words).toMatch(/^Cannot tell: with 250 lessons and a budget of 40 steps/)
})
