import type { SubtaskPlace } from '../../db/models/distillations.ts'
import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'

/**
 * Which of the subtasks that are left a model goes over. `spread` takes one of each run in turn, both drawn at random and the same
 * at every call, so that a few of them stand for the whole project; else the oldest come first.
 */
export function pickSubtasks(
  left: readonly SubtaskPlace[],
  { limit, spread = false }: { limit: number | null; spread?: boolean },
): SubtaskPlace[] {
  const ordered = spread ? inTurns(left) : left
  return limit === null ? [...ordered] : ordered.slice(0, limit)
}

function inTurns(left: readonly SubtaskPlace[]): SubtaskPlace[] {
  const byRun = Map.groupBy(left, ({ episodeId }) => episodeId)
  // By what a run is called, not by its id here: another store draws the same.
  const queues = [...byRun.values()].map((run) =>
    shuffled(run, createRandom(seedFrom(`${run[0]?.instanceId} ${run.length}`))),
  )
  const runs = shuffled(queues, createRandom(seedFrom('spread')))
  const longest = Math.max(0, ...runs.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => runs.flatMap((run) => run[turn] ?? [])).flat()
}
