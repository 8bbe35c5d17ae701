import { type ExperimentRun, knownOutcomes } from './run.ts'

/** Share of runs that resolved an instance, of those that know it. */
export function meanOutcomes(runs: readonly ExperimentRun[]): Map<string, number> {
  const sums = new Map<string, { resolved: number; of: number }>()
  for (const run of runs)
    for (const [id, isResolved] of knownOutcomes(run)) {
      const sum = sums.get(id) ?? { resolved: 0, of: 0 }
      sums.set(id, { resolved: sum.resolved + Number(isResolved), of: sum.of + 1 })
    }
  return new Map([...sums].map(([id, { resolved, of }]) => [id, resolved / of]))
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
