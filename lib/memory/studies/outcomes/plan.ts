import type { z } from 'zod'
import { type ExperimentRun, type RunNames, settingOf, settingWords } from './run.ts'
import type { comparisonTermsSchema } from './schemas.ts'

export type ComparisonTerms = z.output<typeof comparisonTermsSchema>

/** Terms as they were kept. */
export interface FrozenPlan extends ComparisonTerms {
  id: string
  /** `note`: written when results of both sides were there already, so that it decides nothing. */
  standing: 'plan' | 'note'
  /** ISO instant. */
  frozenAt: string
  by: string
  /** SHA-256 of the terms and the instant, and whether they still give it. */
  hash: string
  isUnchanged: boolean
  /** Runs that fit, came in after it was frozen, and were taken out again. */
  takenOutCount: number
}

/** Runs of both sides that are there, in the order in which they came. */
export interface PlannedRuns {
  arm: ExperimentRun[]
  base: ExperimentRun[]
}

/** Whether a run belongs to a side of a planned comparison. */
export function sideOf(plan: ComparisonTerms, run: Omit<RunNames, 'seed'>): 'arm' | 'base' | null {
  if (settingOf(plan) !== settingOf(run)) return null
  return run.arm === plan.arm ? 'arm' : run.arm === plan.base ? 'base' : null
}

/** The runs that a plan is about: the first that came of each side, as many as it names. */
export function plannedRuns(plan: ComparisonTerms, runs: readonly ExperimentRun[]): PlannedRuns {
  const first = (side: 'arm' | 'base') =>
    runs
      .filter((run) => sideOf(plan, run) === side)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, plan.runs)
  return { arm: first('arm'), base: first('base') }
}

/** The plan in force that says these runs of an arm were compared as decided: all of both sides, and no other. */
export function planOf(
  outcomes: readonly { plan: FrozenPlan; armIds: string[]; baseIds: string[]; state: string }[],
  ids: { arm: readonly string[]; base: readonly string[] },
): FrozenPlan | null {
  const isSame = (a: readonly string[], b: readonly string[]) =>
    a.length === b.length && a.every((id) => b.includes(id))
  const found = outcomes.find(
    ({ plan, armIds, baseIds, state }) =>
      plan.standing === 'plan' && state === 'whole' && isSame(armIds, ids.arm) && isSame(baseIds, ids.base),
  )
  return found?.plan ?? null
}

/** `subtask against vanilla, GPT-5 · mini 1.7.0`. */
export function planTitle(plan: ComparisonTerms): string {
  return `${plan.arm} against ${plan.base}, ${settingWords(plan)}`
}
