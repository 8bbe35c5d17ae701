import type { CurveData } from './curve.ts'
import { gridOf, type Place, twinOf, usualPlace } from './grid.ts'
import type { WorkbenchArm, WorkbenchRun } from './workbench-file.ts'

/** Sizes at which an arm was run, ascending. */
export function sizesOf(run: WorkbenchRun, arm: WorkbenchArm): number[] {
  const { budget, misprediction } = usualPlace(run)
  const sizes = run.outcomes
    .filter((one) => one.arm === arm && one.budget === budget && one.misprediction === misprediction)
    .map(({ size }) => size)
  return [...new Set(sizes)].sort((a, b) => a - b)
}

/** Arm less twin on each rung of the ladder that both were run at, over the same held-out tasks. */
export function ladderData(run: WorkbenchRun, arm: WorkbenchArm, against: WorkbenchArm): CurveData {
  return withTasks(collect(run, arm, against, sizesOf(run, arm), (size) => ({ size })))
}

/** A point that no task stands behind is unknown, and no difference of 0: it is left out. */
function withTasks(data: CurveData): CurveData {
  const isKept = data.points.map((_, point) =>
    data.counts.some((clusters) => clusters.some((row) => (row[point] ?? 0) > 0)),
  )
  const kept = <T>(row: readonly T[]) => row.filter((_, point) => isKept[point])
  const keptIn = (table: number[][][]) => table.map((clusters) => clusters.map(kept))
  return { ...data, points: kept(data.points), sums: keptIn(data.sums), counts: keptIn(data.counts) }
}

/** Arm less twin at each misprediction that was tried, at one store size. */
export function mispredictionData(
  run: WorkbenchRun,
  arm: WorkbenchArm,
  against: WorkbenchArm,
  size: number,
): CurveData {
  // What was not tried with this arm, budget and size has no task and goes.
  const points = [...new Set(run.outcomes.map(({ misprediction }) => misprediction))].sort((a, b) => a - b)
  return withTasks(collect(run, arm, against, points, (misprediction) => ({ misprediction, size })))
}

/** Arm less twin, cumulative over the blocks of a stream; a point stands at the end of its block. */
export function streamData(run: WorkbenchRun, arm: WorkbenchArm, against: WorkbenchArm): CurveData {
  const sizes = sizesOf(run, arm)
  const blocks = collect(run, arm, against, sizes, (size) => ({ size }))
  const addUp = (rows: number[][][]) => rows.map((clusters) => clusters.map(runningSum))
  return withTasks({
    ...blocks,
    points: sizes.map((size, i) => sizes[i + 1] ?? size + tasksOf(blocks, i)),
    sums: addUp(blocks.sums),
    counts: addUp(blocks.counts),
  })
}

/** Each point at its own place, and for the rest where the design is read. */
function collect(
  run: WorkbenchRun,
  arm: WorkbenchArm,
  against: WorkbenchArm,
  points: number[],
  placeOf: (point: number) => Pick<Place, 'size'> & Partial<Place>,
): CurveData {
  const places = points.map((point) => ({ ...usualPlace(run), ...placeOf(point) }))
  const clusters = [...new Set(run.tasks.map(({ cluster }) => cluster))]
  const clusterOf = run.tasks.map(({ cluster }) => clusters.indexOf(cluster))
  const grids = places.map((place) => gridOf(run, arm, place) ?? [])
  const draws = Math.max(0, ...grids.map((grid) => grid.length))
  const empty = () => Array.from({ length: draws }, () => clusters.map(() => points.map(() => 0)))
  const [sums, counts] = [empty(), empty()]
  places.forEach((place, point) => {
    const twin = twinOf(run, against, place, draws)
    grids[point]?.forEach((row, draw) => {
      row.forEach((mark, task) => {
        const base = twin[draw]?.[task] ?? null
        if (mark === null || base === null) return
        add(sums, draw, clusterOf[task] ?? 0, point, Number(mark) - base)
        add(counts, draw, clusterOf[task] ?? 0, point, 1)
      })
    })
  })
  return { points, sums, counts, clusters }
}

function add(table: number[][][], draw: number, cluster: number, point: number, value: number): void {
  const row = table[draw]?.[cluster]
  if (row) row[point] = (row[point] ?? 0) + value
}

function runningSum(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}

function tasksOf({ counts }: CurveData, point: number): number {
  return Math.round((counts[0] ?? []).reduce((sum, row) => sum + (row[point] ?? 0), 0))
}
