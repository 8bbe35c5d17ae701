import { gridOf, twinOf, usualPlace } from '../../../lib/memory/studies/ladder/grid.ts'
import type { WorkbenchArm, WorkbenchRun } from '../../../lib/memory/studies/ladder/workbench-file.ts'

/** One held-out task at one rung. */
export interface FlipRow {
  taskId: string
  cluster: string
  /** The twin's mean over its runs, 0..1. */
  twin: number
  /** The arm in each draw, `1` solved, `0` not. */
  arm: string
  /** Mean of the arm less the twin, −1..1. */
  difference: number
}

/** Every task at one place of the x axis. */
export interface FlipsAt {
  x: number
  rows: FlipRow[]
}

/** Every task over a brushed range: its draws at each place of the range side by side, the largest differences first. */
export function flipsIn(flips: readonly FlipsAt[], [low, high]: readonly [number, number]): FlipRow[] {
  const byTask = new Map<string, FlipRow[]>()
  for (const { x, rows } of flips)
    if (x >= low && x <= high)
      for (const row of rows) byTask.set(row.taskId, [...(byTask.get(row.taskId) ?? []), row])
  return [...byTask.values()].map(joined).sort(byDifference)
}

function joined(rows: readonly FlipRow[]): FlipRow {
  const weighed = (value: (row: FlipRow) => number) =>
    rows.reduce((sum, row) => sum + row.arm.length * value(row), 0) /
    rows.reduce((sum, { arm }) => sum + arm.length, 0)
  const [first] = rows
  if (!first) throw new RangeError('a task without a row')
  if (rows.length === 1) return first
  return {
    ...first,
    twin: weighed(({ twin }) => twin),
    arm: rows.map(({ arm }) => arm).join(''),
    difference: weighed(({ difference }) => difference),
  }
}

const byDifference = (a: FlipRow, b: FlipRow) => Math.abs(b.difference) - Math.abs(a.difference)

/** Every task at a rung, the largest differences first; ties keep the order of the run. And the mean share of draws in which the two differ, the twin's chance counted in, 0..1. */
export function flipsAt(
  run: WorkbenchRun,
  arm: WorkbenchArm,
  against: WorkbenchArm,
  size: number,
): { rows: FlipRow[]; discordance: number } {
  const discordances: number[] = []
  const place = { ...usualPlace(run), size }
  const grid = gridOf(run, arm, place) ?? []
  const twin = twinOf(run, against, place, grid.length)
  const rows = run.tasks
    .flatMap(({ id, cluster }, task): FlipRow[] => {
      const pairs = grid.flatMap((row, draw) => {
        const [mark, base] = [row[task], twin[draw]?.[task]]
        return mark === null || mark === undefined || base === null || base === undefined
          ? []
          : [{ mark, base }]
      })
      if (pairs.length === 0) return []
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
      const base = mean(pairs.map((pair) => pair.base))
      discordances.push(mean(pairs.map((pair) => (pair.mark ? 1 - pair.base : pair.base))))
      return [
        {
          taskId: id,
          cluster,
          twin: base,
          arm: pairs.map(({ mark }) => Number(mark)).join(''),
          difference: mean(pairs.map(({ mark }) => Number(mark))) - base,
        },
      ]
    })
    .sort(byDifference)
  return { rows, discordance: discordances.reduce((sum, one) => sum + one, 0) / Math.max(1, rows.length) }
}
