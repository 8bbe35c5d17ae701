import { gridOf, twinOf, usualPlace } from '../../../lib/memory/gain/grid.ts'
import type { WorkbenchArm, WorkbenchRun } from '../../../lib/memory/workbench.ts'

/** One held-out task at one rung. */
export interface FlipRow {
  taskId: string
  cluster: string
  /** The twin's mean over its runs, 0..1. */
  twin: number
  /** The arm in each draw. */
  arm: boolean[]
  /** Mean of the arm less the twin, −1..1. */
  difference: number
  /** Share of draws in which the two differ, the twin's chance counted in, 0..1. */
  discordance: number
}

/** Every task at a rung, the largest differences first; ties keep the order of the run. */
export function flipsAt(
  run: WorkbenchRun,
  arm: WorkbenchArm,
  against: WorkbenchArm,
  size: number,
): FlipRow[] {
  const place = { ...usualPlace(run), size }
  const grid = gridOf(run, arm, place) ?? []
  const twin = twinOf(run, against, place, grid.length)
  return run.tasks
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
      return [
        {
          taskId: id,
          cluster,
          twin: base,
          arm: pairs.map(({ mark }) => mark),
          difference: mean(pairs.map(({ mark }) => Number(mark))) - base,
          discordance: mean(pairs.map((pair) => (pair.mark ? 1 - pair.base : pair.base))),
        },
      ]
    })
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
}
