import { primaryPlace } from './primary-place.ts'
import type { WorkbenchArm, WorkbenchRun } from './workbench-file.ts'

/** A place on a curve: store size, or block of a stream; with the budget and the misprediction that it was run at. */
export interface Place {
  size: number
  budget: number
  misprediction: number
}

/**
 * Outcomes of one arm at one place: draw, then task in the order of the run. null where the task does not belong to it. A draw is a
 * random store of the ladder or a shuffle of the stream.
 */
export type Grid = (boolean | null)[][]

/** Outcomes of an arm at a place; null where it was not run. */
export function gridOf(run: WorkbenchRun, arm: WorkbenchArm, place: Place): Grid | null {
  const packed = packedAt(run, arm, place)
  return (
    packed?.resolved.map((marks) => [...marks].map((mark) => (mark === '.' ? null : mark === '1'))) ?? null
  )
}

function packedAt(run: WorkbenchRun, arm: WorkbenchArm, place: Place) {
  return run.outcomes.find(
    (one) =>
      one.arm === arm &&
      one.size === place.size &&
      one.budget === place.budget &&
      one.misprediction === place.misprediction,
  )
}

/** The budget and misprediction that a design is read at: those of its primary comparison. */
export function usualPlace({ plan }: WorkbenchRun): Omit<Place, 'size'> {
  const { budget, misprediction } = primaryPlace(plan)
  return { budget, misprediction }
}

/**
 * What the twin did on the tasks of a place: 0..1 by draw and task, null where it has no outcome. The same draw where the twin has as
 * many of them, else its mean over its own draws of that place. No memory knows no store: the mean over all its runs of the task.
 */
export function twinOf(
  run: WorkbenchRun,
  against: WorkbenchArm,
  place: Place,
  draws: number,
): (number | null)[][] {
  if (against === 'vanilla') {
    const all = run.outcomes.filter(({ arm, budget }) => arm === against && budget === place.budget)
    return repeated(
      meansOf(
        run,
        all.flatMap(({ resolved }) => resolved),
      ),
      draws,
    )
  }
  const rows = packedAt(run, against, place)?.resolved ?? []
  if (rows.length !== draws) return repeated(meansOf(run, rows), draws)
  return rows.map((row) => [...row].map((mark) => (mark === '.' ? null : Number(mark))))
}

/** Share of the rows in which each task was solved, null where none has an outcome. */
function meansOf(run: WorkbenchRun, rows: readonly string[]): (number | null)[] {
  return run.tasks.map((_, task) => {
    const marks = rows.map((row) => row[task]).filter((mark) => mark === '0' || mark === '1')
    return marks.length === 0 ? null : marks.filter((mark) => mark === '1').length / marks.length
  })
}

function repeated<T>(value: T, count: number): T[] {
  return Array.from({ length: count }, () => value)
}
