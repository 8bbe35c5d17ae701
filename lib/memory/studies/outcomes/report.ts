import { compareOutcomes, isSignificant, type OutcomesCompared, withHolm } from '../../statistics/compare.ts'
import {
  bestAndUnion,
  type PassAtOne,
  passAtOne,
  permutationOverRuns,
  type WelchTest,
  welch,
} from '../../statistics/runs.ts'
import { INTERVAL_DRAWS, INTERVAL_SEED, type Interval, mean } from '../../statistics.ts'
import {
  type ExperimentRun,
  type FrozenPlan,
  functionsOf,
  isDemonstration,
  knownOutcomes,
  meanCosts,
  plannedRuns,
  planOf,
  repositoriesOf,
  resolvedShare,
  type Setting,
  settingOf,
  settingWords,
  VANILLA,
} from './run.ts'
import { type Waterfall, waterfallsOf } from './waterfall.ts'

/** A run as a list shows it. */
export interface RunRow {
  id: string
  arm: string
  backbone: string | null
  scaffold: string | null
  version: string | null
  seed: string | null
  setting: string
  source: ExperimentRun['source']
  fileName: string
  /** Instances with a verdict, and without. */
  known: number
  unknown: number
  resolved: number
  /** 0..1 of the known; null when none is. */
  share: number | null
  /** Sum, US dollars; null unless every instance has one. */
  costUsd: number | null
  /** Mean; null unless every instance has some. */
  steps: number | null
  warnings: string[]
}

/** The runs of one arm in one setting. */
export interface ArmRow {
  setting: string
  arm: string
  runs: { id: string; seed: string | null; share: number }[]
  pass: PassAtOne
  /** The best run and the union of all, in instances, over the `of` that every run with a verdict knows; null without runs. */
  reach: { best: number; union: number; of: number } | null
}

/** An arm against its twins: every run without memory in the same setting. */
export interface TwinRow extends Interval {
  setting: string
  arm: string
  /** Instances that both sides know. */
  n: number
  runs: number
  vanillaRuns: number
  /** Mean over the arm's runs less the mean over all vanilla runs, percentage points. */
  gainPp: number
  /** Bootstrap by repository; null with a single one. */
  clustered: Interval | null
  /** Sign flips over instances; for one run a side exact McNemar. */
  p: number
  /** Decided on before its results: by a plan kept here that is whole, or by the plan in its own file. */
  isPlanned: boolean
  /** Holm over the arms that nobody planned, those of the demonstration apart; of a planned one p as it is. */
  adjustedP: number
  isDemonstration: boolean
  /** Over runs: another question, answered apart. */
  welch: WelchTest | null
  permutationP: number | null
  /** US dollars for each additional instance solved; null without a cost on both sides, and where the gain is not significant. */
  perSolveUsd: number | null
  /** The runs of both sides. */
  ids: { arm: string[]; base: string[] }
  /** Instances that only one side knows, left out. */
  onlyArm: string[]
  onlyVanilla: string[]
}

/** A comparison that was decided on before its results came, and what came of it. */
export interface PlanOutcome {
  plan: FrozenPlan
  /** `waiting`: one side at least has no run; `short`: fewer instances or runs than decided; `whole`: all that was decided on. */
  state: 'waiting' | 'short' | 'whole'
  armIds: string[]
  baseIds: string[]
  /** Instances that both sides know. */
  n: number
  /** Null while nothing is paired. The interval is of level 1 − alpha, p is not adjusted. */
  result: (Interval & { gainPp: number; p: number; clustered: Interval | null }) | null
  /** The decision at the plan's alpha; null unless it is a plan, whole and unchanged. */
  isSignificant: boolean | null
}

export interface ExperimentsReport {
  /** Plans and notes, in the order they were written. */
  plans: PlanOutcome[]
  runs: RunRow[]
  arms: ArmRow[]
  twins: TwinRow[]
  /** Arms in settings that hold no run without memory: nothing to pair them with. */
  withoutTwin: { setting: string; arm: string; runs: number }[]
  /** The arms from no memory to the whole method, where a setting has them. */
  waterfalls: Waterfall[]
}

/** A comparison that the plan in a file of many store sizes decided on. */
export type DeclaredComparison = Setting & { arm: string; base: string }

/** Split tests are exact up to here; above, the permutations of runs are too many to list (ours). */
const MOST_RUNS = 20

/** All runs: Pass@1 by arm and setting, and each arm paired with the mean of all its vanilla runs. Same runs, same report. */
export function reportExperiments(
  runs: readonly ExperimentRun[],
  {
    resamples = INTERVAL_DRAWS,
    seed = INTERVAL_SEED,
    plans = [] as readonly FrozenPlan[],
    declared = [] as readonly DeclaredComparison[],
  } = {},
): ExperimentsReport {
  const bySetting = Map.groupBy(runs, settingOf)
  const twins: TwinRow[] = []
  const withoutTwin: ExperimentsReport['withoutTwin'] = []
  for (const own of bySetting.values()) {
    const byArm = Map.groupBy(own, ({ arm }) => arm)
    const vanilla = byArm.get(VANILLA)
    for (const [arm, ofArm] of byArm) {
      if (arm === VANILLA) continue
      const row = vanilla && twinRow(ofArm, vanilla, { resamples, seed })
      if (row) twins.push(row)
      else withoutTwin.push({ setting: settingWords(ofArm[0] as ExperimentRun), arm, runs: ofArm.length })
    }
  }
  const outcomes = plans.map((plan) => planOutcome(plan, runs, { resamples, seed }))
  const isDeclared = ({ arm, setting }: TwinRow) =>
    declared.some((one) => one.arm === arm && one.base === VANILLA && settingWords(one) === setting)
  const asked = twins.map((row) => ({
    ...{ ...row, pHolm: null as number | null },
    primary: planOf(outcomes, row.ids) !== null || isDeclared(row),
  }))
  const judged = [false, true].flatMap((is) => withHolm(asked.filter((row) => row.isDemonstration === is)))
  return {
    plans: outcomes,
    runs: runs.map(runRow),
    arms: [...bySetting.values()].flatMap(armRows),
    twins: judged.map(({ primary, pHolm, ...row }) => {
      const told = { ...row, isPlanned: primary, adjustedP: pHolm ?? row.p }
      return isSignificant(told) ? told : { ...told, perSolveUsd: null }
    }),
    withoutTwin,
    waterfalls: waterfallsOf(runs, { resamples, seed }),
  }
}

/** A run as a list shows it. */
export function runRow(run: ExperimentRun): RunRow {
  const { results, ...head } = run
  const known = knownOutcomes(run)
  const costs = results.flatMap(({ costUsd }) => costUsd ?? [])
  const steps = results.flatMap((one) => one.steps ?? [])
  const isWhole = (values: number[]) => results.length > 0 && values.length === results.length
  return {
    ...head,
    setting: settingWords(run),
    known: known.size,
    unknown: results.length - known.size,
    resolved: [...known.values()].filter(Boolean).length,
    share: resolvedShare(run),
    costUsd: isWhole(costs) ? costs.reduce((sum, cost) => sum + cost, 0) : null,
    steps: isWhole(steps) ? mean(steps) : null,
  }
}

function armRows(ofSetting: readonly ExperimentRun[]): ArmRow[] {
  return [...Map.groupBy(ofSetting, ({ arm }) => arm)].flatMap(([arm, ofArm]): ArmRow[] => {
    const runs = ofArm.flatMap((run) => {
      const share = resolvedShare(run)
      return share === null ? [] : [{ id: run.id, seed: run.seed, share }]
    })
    const pass = passAtOne(runs.map(({ share }) => share))
    const setting = settingWords(ofArm[0] as ExperimentRun)
    return pass ? [{ setting, arm, runs, pass, reach: reachOf(ofArm) }] : []
  })
}

function reachOf(ofArm: readonly ExperimentRun[]): ArmRow['reach'] {
  const known = ofArm.map(knownOutcomes).filter(({ size }) => size > 0)
  const common = [...(known[0]?.keys() ?? [])].filter((id) => known.every((one) => one.has(id)))
  const reach = bestAndUnion(known.map((one) => common.map((id) => one.get(id) === true)))
  return reach && { ...reach, of: common.length }
}

/** An arm against a base as everywhere: see `compareOutcomes`. */
function compared(
  ofArm: readonly ExperimentRun[],
  base: readonly ExperimentRun[],
  options: { resamples: number; seed: number; level?: number },
): OutcomesCompared | null {
  const [first] = ofArm
  if (!first || base.length === 0) return null
  const units = { repository: repositoriesOf(first), functionOf: functionsOf(first) }
  return compareOutcomes(ofArm.map(knownOutcomes), base.map(knownOutcomes), { ...options, ...units })
}

function planOutcome(
  plan: FrozenPlan,
  runs: readonly ExperimentRun[],
  options: { resamples: number; seed: number },
): PlanOutcome {
  const { arm, base } = plannedRuns(plan, runs)
  const found = compared(arm, base, { ...options, level: 1 - plan.alpha })
  const n = found?.common.length ?? 0
  const isWhole = Math.min(arm.length, base.length) === plan.runs && n >= plan.instances
  const state = arm.length === 0 || base.length === 0 ? 'waiting' : isWhole ? 'whole' : 'short'
  const decides = plan.standing === 'plan' && plan.isUnchanged && state === 'whole'
  return {
    plan,
    state,
    armIds: arm.map(({ id }) => id),
    baseIds: base.map(({ id }) => id),
    n,
    result: found && figuresOf(found),
    isSignificant: decides && found ? found.p <= plan.alpha : null,
  }
}

function figuresOf({ gainPp, low, high, p, clustered }: OutcomesCompared) {
  return { gainPp, low, high, p, clustered: clustered && { low: clustered.low, high: clustered.high } }
}

function twinRow(
  ofArm: readonly ExperimentRun[],
  vanilla: readonly ExperimentRun[],
  options: { resamples: number; seed: number },
): TwinRow | null {
  const found = compared(ofArm, vanilla, options)
  const [first] = ofArm
  if (found === null || !first) return null
  const { common } = found
  const idsOf = (runs: readonly ExperimentRun[]) => runs.map(({ id }) => id)
  // Over the same instances on both sides: an arm that knows the easy half only is no better for it.
  const shares = (runs: readonly ExperimentRun[]) =>
    runs.flatMap((run) => {
      const known = knownOutcomes(run)
      return mean(common.flatMap((id) => (known.has(id) ? [Number(known.get(id))] : []))) ?? []
    })
  const sides = [ofArm.length, vanilla.length]
  // One run a side has no other way to be split.
  const isSplit = Math.max(...sides) > 1 && ofArm.length + vanilla.length <= MOST_RUNS
  return {
    setting: settingWords(first),
    arm: first.arm,
    n: common.length,
    runs: ofArm.length,
    vanillaRuns: vanilla.length,
    ids: { arm: idsOf(ofArm), base: idsOf(vanilla) },
    ...figuresOf(found),
    isPlanned: false,
    isDemonstration: isDemonstration(first),
    adjustedP: found.p,
    welch: welch(shares(ofArm), shares(vanilla)),
    perSolveUsd: perSolve(ofArm, vanilla, found),
    permutationP: isSplit ? permutationOverRuns(shares(ofArm), shares(vanilla)) : null,
    onlyArm: found.onlyArm,
    onlyVanilla: found.onlyBase,
  }
}

/** US dollars more for each instance more, over those with a cost on both sides; null where the gain is not significant. */
function perSolve(
  ofArm: readonly ExperimentRun[],
  vanilla: readonly ExperimentRun[],
  { common, gainPp, low }: OutcomesCompared,
): number | null {
  const [own, twin] = [meanCosts(ofArm), meanCosts(vanilla)]
  if (low <= 0 || !common.every((id) => own.has(id) && twin.has(id))) return null
  const extra = mean(common.map((id) => (own.get(id) ?? 0) - (twin.get(id) ?? 0))) ?? 0
  return (100 * extra) / gainPp
}
