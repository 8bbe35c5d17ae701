import type { UnreadRun } from '../../db/models/distillations.ts'
import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'

/** Which of the runs that are left a model reads: the oldest first; `spread` draws them at random, in any store the same of the same names. */
export function pickRuns(
  left: readonly UnreadRun[],
  { limit, spread = false, after = null }: { limit: number | null; spread?: boolean; after?: string | null },
): UnreadRun[] {
  const due = after === null ? left : left.filter(({ episodeId }) => episodeId > after)
  const ordered = spread ? shuffled(due, createRandom(seedFrom('spread'))) : due
  return ordered.slice(0, limit ?? due.length)
}
