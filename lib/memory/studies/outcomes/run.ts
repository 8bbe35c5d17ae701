import type { z } from 'zod'
import { repositoryOf } from '../../statistics/compare.ts'
import type { experimentRunSchema, instanceResultSchema, runNamesSchema } from './schemas.ts'

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
