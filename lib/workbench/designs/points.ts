import type { WorkbenchArm, WorkbenchPlan } from '../../memory/studies/ladder/workbench-file.ts'
import { armOf } from '../arms.ts'

/** One place of a design at which every draw and task is run. */
export interface Point {
  arm: WorkbenchArm
  size: number
  budget: number
  misprediction: number
}

/** What came out at a point, packed as in `workbenchRunSchema`: one text a draw. */
export interface PointOutcomes extends Point {
  resolved: string[]
  steps: string[]
  /** How good the key of EDIT was; in `by-stage` only. */
  told?: string[]
  pairs?: number[]
  nearer?: number[]
}

/**
 * The points of a plan with frozen stores. An arm that no store, or no category, can change is run once where it would be the
 * same: vanilla at size 0, arms without a category at the first misprediction only.
 */
export function pointsOf({ design, arms, sizes, budgets, mispredictions, primary }: WorkbenchPlan): Point[] {
  const [budget = 1] = budgets
  const points = arms.flatMap((name): Point[] => {
    const { strategy, misprediction } = armOf(name)
    const place = { arm: name, size: strategy === null ? 0 : primary.size, budget, misprediction }
    if (design === 'ladder' || design === 'by-stage')
      return (strategy === null ? [0] : sizes).map((size) => ({ ...place, size }))
    if (design === 'budget') return budgets.map((one) => ({ ...place, budget: one }))
    const asksByCategory = strategy !== null && !['global', 'instance'].includes(strategy)
    return (asksByCategory ? mispredictions : mispredictions.slice(0, 1)).map((p) => ({
      ...place,
      misprediction: p,
    }))
  })
  return points
}

/** The most that two base-36 digits hold; no budget is larger. */
export const MOST_STEPS = 36 ** 2 - 1

/** Two base-36 digits. */
export function packSteps(spent: number): string {
  return spent.toString(36).padStart(2, '0')
}

/** Outcomes of tasks taken in turns (0, n, 2n, ... by the first part) put together again. */
export function mergeParts(parts: readonly PointOutcomes[][]): PointOutcomes[] {
  const [first = []] = parts
  return first.map((point, at) => {
    const own = parts.flatMap((part) => part[at] ?? [])
    const texts = (name: 'resolved' | 'steps' | 'told', width = 1) =>
      point[name]?.map((_, draw) =>
        interleave(
          own.map((part) => part[name]?.[draw] ?? ''),
          width,
        ),
      ) ?? []
    const sums = (name: 'pairs' | 'nearer') =>
      point[name]?.map((_, draw) => own.reduce((sum, part) => sum + (part[name]?.[draw] ?? 0), 0)) ?? []
    return {
      ...point,
      ...{ resolved: texts('resolved'), steps: texts('steps', 2) },
      ...(point.told && { told: texts('told'), pairs: sums('pairs'), nearer: sums('nearer') }),
    }
  })
}

/** Pieces of `width` characters of each text in turns. */
function interleave(texts: readonly string[], width: number): string {
  let joined = ''
  const longest = Math.max(...texts.map(({ length }) => length))
  for (let from = 0; from < longest; from += width)
    for (const text of texts) joined += text.slice(from, from + width)
  return joined
}
