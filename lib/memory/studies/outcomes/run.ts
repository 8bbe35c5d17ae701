import type { z } from 'zod'
import { repositoryOf } from '../../statistics/compare.ts'
import type {
  comparisonTermsSchema,
  experimentRunSchema,
  instanceResultSchema,
  runNamesSchema,
} from './schemas.ts'

// Types only: what a page imports must bring no schema with it. The schemas are in schemas.ts.

export type InstanceResult = z.infer<typeof instanceResultSchema>

/** What makes two runs comparable or not, as the person who brought them in says. */
export const RUN_NAMES = ['arm', 'backbone', 'scaffold', 'version', 'seed'] as const
export type RunName = (typeof RUN_NAMES)[number]

export type RunNames = z.infer<typeof runNamesSchema>

/** What stays the same where only memory differs. */
export type Setting = Pick<RunNames, 'backbone' | 'scaffold' | 'version'>

export type ExperimentRun = z.infer<typeof experimentRunSchema>

/** The arm that has no memory: the twin of every other. */
export const VANILLA = 'vanilla'

/** Version of runs that came with the product, however they were brought in: a setting of their own. */
export const DEMONSTRATION = 'demonstration'

export function isDemonstration({ version }: Pick<Setting, 'version'>): boolean {
  return version === DEMONSTRATION
}

/** Runs that differ in nothing but arm and seed stand in one setting; only there a difference speaks of memory. */
export function settingOf({ backbone, scaffold, version }: Setting): string {
  return JSON.stringify([backbone, scaffold, version])
}

/** `GPT-5 · mini 1.7.0`, with what is unknown left out. */
export function settingWords({ backbone, scaffold, version }: Setting): string {
  const words = [backbone, [scaffold, version].filter(Boolean).join(' ')].filter((word) => word)
  return words.length === 0 ? 'setting not reported' : words.join(' · ')
}

/** A run in words, for a list: arm, setting and seed. */
export function runWords(run: RunNames): string {
  return [run.arm, settingWords(run), ...(run.seed === null ? [] : [`seed ${run.seed}`])].join(' · ')
}

/** Outcomes of a run, the unknown ones left out. */
export function knownOutcomes({ results }: Pick<ExperimentRun, 'results'>): Map<string, boolean> {
  return new Map(
    results.flatMap(({ instanceId, resolved }) => (resolved === null ? [] : [[instanceId, resolved]])),
  )
}

/** Share resolved of the known, 0..1; null when nothing is known. */
export function resolvedShare(run: Pick<ExperimentRun, 'results'>): number | null {
  const known = [...knownOutcomes(run).values()]
  return known.length === 0 ? null : known.filter(Boolean).length / known.length
}

/** Scaffold of the workbench's own runs, before the name of their world. */
export const WORKBENCH_SCAFFOLD = 'workbench '

/** Which repository an instance of a run is of: of a workbench task (`queues-assignSeats-wrong-key-1`) the library it was made from. */
export function repositoriesOf({ scaffold }: Setting): (instanceId: string) => string {
  return scaffold?.startsWith(WORKBENCH_SCAFFOLD)
    ? (instanceId) => instanceId.replace(/-.*$/, '')
    : repositoryOf
}

/** Of which function a task of a run of the workbench is (`assignSeats` above); null of any other run. */
export function functionsOf({ scaffold }: Setting): ((instanceId: string) => string) | null {
  return scaffold?.startsWith(WORKBENCH_SCAFFOLD)
    ? (instanceId) => instanceId.split('-').slice(0, 2).join('-')
    : null
}

/** Mean cost of an instance over the runs that report one, US dollars; an instance without a cost is missing. */
export function meanCosts(runs: readonly ExperimentRun[]): Map<string, number> {
  const costs = Map.groupBy(
    runs.flatMap(({ results }) => results.filter(({ costUsd }) => costUsd !== null)),
    ({ instanceId }) => instanceId,
  )
  return new Map(
    [...costs].map(([id, own]) => [
      id,
      own.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0) / own.length,
    ]),
  )
}

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
interface PlannedRuns {
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
