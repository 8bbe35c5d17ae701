import type { Source } from '../../../lib/memory/source.ts'
import { type NoiseFloor, noiseFloor } from '../../../lib/memory/statistics/noise-floor.ts'
import { requiredPairs } from '../../../lib/memory/statistics/power.ts'
import { holm } from '../../../lib/memory/statistics.ts'
import { analyseCurve, type Curve, differenceDraws } from '../../../lib/memory/studies/ladder/curve.ts'
import {
  ladderData,
  mispredictionData,
  sizesOf,
  streamData,
} from '../../../lib/memory/studies/ladder/curve-data.ts'
import { adviseGate, type GateAdvice } from '../../../lib/memory/studies/ladder/gate.ts'
import { gridOf, usualPlace } from '../../../lib/memory/studies/ladder/grid.ts'
import type {
  WorkbenchArm,
  WorkbenchCell,
  WorkbenchDesign,
  WorkbenchPlan,
  WorkbenchRun,
} from '../../../lib/memory/studies/ladder/workbench-file.ts'
import { type FlipsAt, flipsAt } from './prepare-flips.ts'

/** Ours: enough for a third digit, few enough for a page. */
const RESAMPLES = 2_000

export interface LadderView {
  curve: Curve
  /** The rung that was decided on before looking; null when this comparison was not the plan's. */
  primarySize: number | null
  /** The rung the verdict speaks of: the primary one, else the largest. */
  spokenSize: number
  /** Holm over the other rungs, by rung; null on the primary one. */
  adjustedP: (number | null)[]
  /** Beside it, over the same twin: random entries, the ceiling, and the same arm in a world where nothing returns. */
  beside: { random: Curve | null; ceiling: Curve | null; control: Curve | null }
  /** How good the key of EDIT was, by rung; null where it was not looked at. */
  keys: (WorkbenchCell['key'] | null)[]
  noiseFloor: NoiseFloor | null
  /** Null where the twin is not working without memory: then abstaining is not the other choice. */
  gate: GateAdvice | null
  /** Tasks that would settle the gain seen with 80 % power; null when it is 0. */
  neededTasks: number | null
  /** Every task at each rung. */
  flips: FlipsAt[]
}

export interface SweepView {
  agent: string
  size: number
  arms: { arm: WorkbenchArm; curve: Curve }[]
  /** Misprediction at which the arm falls to no gain, by interpolation, 0..1; null when it never does. */
  breakEven: number | null
}

export interface StreamView {
  curve: Curve
  draws: number
  /** Every task of each block, named by the end of the block as the curve's points are. */
  flips: FlipsAt[]
}

export interface GainView {
  source: Source
  plan: WorkbenchPlan
  commit: string | null
  arm: WorkbenchArm
  against: WorkbenchArm
  arms: WorkbenchArm[]
  clusters: number
  ladder: LadderView | null
  stream: StreamView | null
  sweep: SweepView | null
}

export type GainPart = 'ladder' | 'stream'

/** What a page shows of kept runs; null when there is none. `arm` and `against` default to the plan's arm and to no memory. */
export function prepareGain(
  runs: readonly WorkbenchRun[],
  source: Source,
  asked: { arm: string | null; against: string | null },
  part: GainPart = 'ladder',
): GainView | null {
  const of = (design: WorkbenchDesign) => runs.find(({ plan }) => plan.design === design)
  const ladder = part === 'ladder' ? ladderOf(runs) : undefined
  const stream = part === 'stream' ? of('stream') : undefined
  const sweep = part === 'ladder' ? of('misprediction') : undefined
  const main = ladder ?? stream ?? sweep
  if (!main) return null
  const arms = [...new Set(main.outcomes.map(({ arm }) => arm))]
  const known = (name: string | null) => arms.find((arm) => arm === name)
  const arm = known(asked.arm) ?? known(main.plan.primary.a) ?? arms[0] ?? 'subtask'
  const others = arms.filter((one) => one !== arm)
  const against =
    others.find((one) => one === asked.against) ??
    others.find((one) => one === 'vanilla') ??
    others.find((one) => one === main.plan.primary.b || one === main.plan.primary.a) ??
    main.plan.primary.b
  return {
    source,
    plan: main.plan,
    commit: main.commit,
    arm,
    against,
    arms,
    clusters: new Set(main.tasks.map(({ cluster }) => cluster)).size,
    ladder: ladder ? prepareLadder(ladder, arm, against, controlOf(runs, ladder)) : null,
    stream: stream ? prepareStream(stream, arm, against) : null,
    sweep: sweep ? prepareSweep(sweep, arm) : null,
  }
}

/** The first ladder that is not the control of another. */
function ladderOf(runs: readonly WorkbenchRun[]): WorkbenchRun | undefined {
  return runs.find((run) => isLadder(run) && !runs.some((other) => controlOf([run], other)))
}

const isLadder = ({ plan }: WorkbenchRun) => plan.design === 'ladder' || plan.design === 'by-stage'

/** The same ladder in the world where no mechanism comes again. */
function controlOf(runs: readonly WorkbenchRun[], { plan }: WorkbenchRun): WorkbenchRun | undefined {
  return runs.find(
    (run) => run.plan.design === plan.design && run.plan.world === `${plan.world}-scattered` && isLadder(run),
  )
}

function prepareLadder(
  run: WorkbenchRun,
  arm: WorkbenchArm,
  against: WorkbenchArm,
  scattered: WorkbenchRun | undefined,
): LadderView | null {
  const { plan } = run
  const random = differenceDraws(plan.seed)
  const data = ladderData(run, arm, against)
  const curve = analyseCurve(data, { unit: 'pp', random, resamples: RESAMPLES })
  if (curve === null) return null
  const isPlanned = plan.primary.a === arm && plan.primary.b === against
  const sizes = curve.points.map(({ x }) => x)
  const primarySize = isPlanned && sizes.includes(plan.primary.size) ? plan.primary.size : null
  const spokenSize = primarySize ?? sizes.at(-1) ?? 0
  const others = curve.points.flatMap(({ x, p }, i) => (x === primarySize || p === null ? [] : [{ i, p }]))
  const adjusted = holm(others.map(({ p }) => p))
  const besideOf = (of: WorkbenchRun | undefined, one: WorkbenchArm) =>
    !of || one === against || sizesOf(of, one).length === 0
      ? null
      : analyseCurve(ladderData(of, one, against), {
          ...{ unit: 'pp' as const, resamples: RESAMPLES, flips: 2 },
          random: differenceDraws(of.plan.seed),
        })
  const { discordance } = flipsAt(run, arm, against, spokenSize)
  const spoken = curve.points.find(({ x }) => x === spokenSize)
  return {
    curve,
    primarySize,
    spokenSize,
    adjustedP: curve.points.map((_, i) => {
      const place = others.findIndex((other) => other.i === i)
      return place === -1 ? null : (adjusted[place] ?? null)
    }),
    beside: {
      random: arm === 'random' ? null : besideOf(run, 'random'),
      ceiling: arm === 'oracle' ? null : besideOf(run, 'oracle'),
      control: besideOf(scattered, arm),
    },
    keys: sizes.map(
      (size) => run.result.cells.find((cell) => cell.arm === arm && cell.size === size)?.key ?? null,
    ),
    noiseFloor: floorOf(run, against, spokenSize),
    gate: against === 'vanilla' ? adviseGate(data, { random, resamples: RESAMPLES }) : null,
    neededTasks: requiredPairs({
      difference: (spoken?.value ?? 0) / 100,
      discordance: Math.max(discordance, Math.abs(spoken?.value ?? 0) / 100),
    }),
    flips: sizes.map((x) => ({ x, rows: flipsAt(run, arm, against, x).rows })),
  }
}

/** The twin against itself, over its own draws at the rung spoken of (no memory knows no size); unknown when it was run once. */
function floorOf(run: WorkbenchRun, against: WorkbenchArm, spokenSize: number): NoiseFloor | null {
  const size = against === 'vanilla' ? (sizesOf(run, against)[0] ?? 0) : spokenSize
  const grid = gridOf(run, against, { ...usualPlace(run), size })
  return noiseFloor((grid ?? []).map((row) => row.map((mark) => mark === true)))
}

function prepareStream(run: WorkbenchRun, arm: WorkbenchArm, against: WorkbenchArm): StreamView | null {
  const data = streamData(run, arm, against)
  const random = differenceDraws(run.plan.seed)
  const curve = analyseCurve(data, { unit: 'instances', random, resamples: RESAMPLES })
  const starts = sizesOf(run, arm)
  const flips = data.points.map((x, i) => ({ x, rows: flipsAt(run, arm, against, starts[i] ?? 0).rows }))
  return curve && { curve, draws: data.sums.length, flips }
}

function prepareSweep(run: WorkbenchRun, arm: WorkbenchArm): SweepView | null {
  const size = run.plan.primary.size
  const arms = [...new Set(run.outcomes.map((one) => one.arm))]
    .filter((one) => one !== 'vanilla')
    .flatMap((one) => {
      const random = differenceDraws(run.plan.seed)
      const data = mispredictionData(run, one, 'vanilla', size)
      const curve = analyseCurve(data, { unit: 'pp', random, resamples: RESAMPLES, flips: 2 })
      return curve === null ? [] : [{ arm: one, curve }]
    })
  const main =
    [arm, run.plan.primary.a].flatMap((one) => arms.find((other) => other.arm === one) ?? [])[0] ?? arms[0]
  if (!main) return null
  return {
    agent: run.plan.agent,
    size,
    arms: [main, ...arms.filter((one) => one !== main)],
    breakEven: crossing(main.curve),
  }
}

/** Where the curve first reaches 0 from above, between two points by a straight line. */
function crossing({ points }: Curve): number | null {
  for (const [i, point] of points.entries()) {
    const before = points[i - 1]
    if (point.value > 0) continue
    if (!before || before.value <= 0) return point.x
    return before.x + ((point.x - before.x) * before.value) / (before.value - point.value)
  }
  return null
}
