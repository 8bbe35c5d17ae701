import type { ExperimentRun } from './run.ts'

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
