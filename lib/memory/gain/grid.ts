import type { WorkbenchArm, WorkbenchRun } from '../workbench/workbench.ts'

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
  const packed = run.outcomes.find(
    (one) =>
      one.arm === arm &&
      one.size === place.size &&
      one.budget === place.budget &&
      one.misprediction === place.misprediction,
  )
  return (
    packed?.resolved.map((marks) => [...marks].map((mark) => (mark === '.' ? null : mark === '1'))) ?? null
  )
}

/** The budget and misprediction that a design is read at: the first of its plan. */
export function usualPlace({ plan }: WorkbenchRun): Omit<Place, 'size'> {
  return { budget: plan.budgets[0] ?? 1, misprediction: plan.mispredictions[0] ?? 0 }
}

/**
 * What the twin did on the tasks of a place: 0..1 by draw and task, null where it has no outcome. The same draw where the twin was
 * run at this place; the mean over all its runs of the task where it has a single place (no memory knows no store).
 */
export function twinOf(
  run: WorkbenchRun,
  against: WorkbenchArm,
  place: Place,
  draws: number,
): (number | null)[][] {
  const same = gridOf(run, against, place)
  if (same && same.length === draws && against !== 'vanilla')
    return same.map((row) => row.map((mark) => (mark === null ? null : Number(mark))))
  const all = run.outcomes
    .filter(({ arm, budget }) => arm === against && budget === place.budget)
    .flatMap(({ resolved }) => resolved)
  const means = run.tasks.map((_, task) => {
    const marks = all.map((row) => row[task]).filter((mark) => mark === '0' || mark === '1')
    return marks.length === 0 ? null : marks.filter((mark) => mark === '1').length / marks.length
  })
  return Array.from({ length: draws }, () => means)
}
