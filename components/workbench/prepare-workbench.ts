import { signedPp } from '../../lib/memory/text/signed.ts'
import { primaryPlace } from '../../lib/memory/workbench/primary-place.ts'
import type {
  WorkbenchArm,
  WorkbenchCell,
  WorkbenchPair,
  WorkbenchPlan,
  WorkbenchRun,
} from '../../lib/memory/workbench/workbench.ts'
import type { WorkbenchRunView } from '../../lib/memory/workbench/workbench-views.ts'
import type { Cell } from '../figures/figure.ts'
import { armWords } from '../marks/arm-words.ts'

/** What changes along a design's axis, and how it is called there. */
export const AXES: Record<WorkbenchPlan['design'], { of: (cell: Place) => number; label: string }> = {
  ladder: { of: ({ size }) => size, label: 'lessons in the frozen store' },
  stream: { of: ({ size }) => size, label: 'tasks that came before' },
  misprediction: { of: ({ misprediction }) => misprediction, label: 'share of wrong categories' },
  budget: { of: ({ budget }) => budget, label: 'steps an attempt may spend' },
}

type Place = Pick<WorkbenchCell, 'size' | 'budget' | 'misprediction'>

/** One arm's points; an arm that was run at a single place stands for the whole width. */
export interface ArmCurve {
  arm: WorkbenchArm
  isPrimary: boolean
  points: (Place & { x: number; share: number; low: number | null; high: number | null })[]
}

/**
 * Points of every arm, resolved share in percent. Intervals of the two arms that are compared (the table has them all), and only
 * when every draw is done: a look in between decides nothing.
 */
export function curvesOf(run: WorkbenchRun, isComplete: boolean): ArmCurve[] {
  const { plan, result } = run
  const axis = AXES[plan.design]
  return plan.arms.map((arm) => {
    const isCompared = arm === plan.primary.a || arm === plan.primary.b
    const points = result.cells
      .filter((cell) => cell.arm === arm)
      .map(({ size, budget, misprediction, resolvedShare, low, high }) => ({
        size,
        budget,
        misprediction,
        x: axis.of({ size, budget, misprediction }),
        share: 100 * resolvedShare,
        low: isComplete && isCompared && low !== null ? 100 * low : null,
        high: isComplete && isCompared && high !== null ? 100 * high : null,
      }))
    return { arm, isPrimary: arm === plan.primary.a, points }
  })
}

/** The declared comparison; null before it can be told. */
export function primaryPair({ plan, result }: WorkbenchRun): WorkbenchPair | null {
  const { a, b } = plan.primary
  const { size, budget, misprediction } = primaryPlace(plan)
  return (
    result.paired.find(
      (pair) =>
        pair.a === a &&
        pair.b === b &&
        pair.size === size &&
        pair.budget === budget &&
        pair.misprediction === misprediction,
    ) ?? null
  )
}

/** The answer as one sentence. */
export function workbenchVerdict({ plan, run, state, drawsDone }: WorkbenchRunView): string {
  if (!run) return state === 'waiting' ? 'It waits for its turn.' : 'It learns from the training tasks.'
  if (drawsDone < plan.draws)
    return `${drawsDone} of ${plan.draws} draws: the curve grows, and nothing is decided before the last.`
  const pair = primaryPair(run)
  const names = `${armWords(plan.primary.a)} against ${armWords(plan.primary.b)}`
  if (!pair) return `Done: ${names} has no common point.`
  const by = `${Math.abs(pair.differencePp).toFixed(1)} pp`
  const steps = plan.budgets.length > 1 ? ` and a budget of ${pair.budget} steps` : ''
  const at = plan.design === 'stream' ? 'in the last block' : `with ${plan.primary.size} lessons${steps}`
  if (pair.low === null || pair.high === null || (pair.low <= 0 && pair.high >= 0))
    return `Cannot tell: ${at}, ${names} differs by ${signedPp(pair.differencePp)} pp, and the interval${pair.low === null || pair.high === null ? ' is unknown' : ` of ${signedPp(pair.low)} to ${signedPp(pair.high)} holds 0`}.`
  return pair.differencePp > 0
    ? `Here remembering pays: ${at}, ${names} resolves ${by} more.`
    : `Here remembering costs: ${at}, ${names} resolves ${by} less.`
}

export function cellTable({ result }: WorkbenchRun, isComplete: boolean): Cell[][] {
  return [
    [
      'arm',
      'size',
      'budget',
      'wrong share',
      'draws',
      'tasks',
      'resolved %',
      '95 % low',
      '95 % high',
      'steps',
    ],
    ...result.cells.map((cell): Cell[] => [
      armWords(cell.arm),
      cell.size,
      cell.budget,
      cell.misprediction,
      cell.draws,
      cell.tasks,
      100 * cell.resolvedShare,
      isComplete && cell.low !== null ? 100 * cell.low : null,
      isComplete && cell.high !== null ? 100 * cell.high : null,
      cell.steps,
    ]),
  ]
}

export function pairTable({ result }: WorkbenchRun): Cell[][] {
  return [
    ['arm', 'against', 'size', 'budget', 'wrong share', 'difference pp', '95 % low', '95 % high'],
    ...result.paired.map((pair): Cell[] => [
      armWords(pair.a),
      armWords(pair.b),
      pair.size,
      pair.budget,
      pair.misprediction,
      pair.differencePp,
      pair.low,
      pair.high,
    ]),
  ]
}

/** A task at one point: resolved or not, draw by draw. Null where it does not belong to the point. */
export interface TaskRow {
  taskId: string
  cluster: string
  draws: (boolean | null)[]
  share: number
}

/** Every task at a point of one arm, those that differ most from draw to draw in the middle: hardest first. */
export function taskRows(run: WorkbenchRun, arm: WorkbenchArm, place: Place): TaskRow[] {
  const outcome = run.outcomes.find(
    (one) =>
      one.arm === arm &&
      one.size === place.size &&
      one.budget === place.budget &&
      one.misprediction === place.misprediction,
  )
  if (!outcome) return []
  return run.tasks
    .map(({ id, cluster }, i): TaskRow => {
      const draws = outcome.resolved.map((marks) => (marks[i] === '.' ? null : marks[i] === '1'))
      const told = draws.filter((draw) => draw !== null)
      return { taskId: id, cluster, draws, share: told.filter(Boolean).length / Math.max(1, told.length) }
    })
    .filter(({ draws }) => draws.some((draw) => draw !== null))
    .sort((a, b) => a.share - b.share)
}
