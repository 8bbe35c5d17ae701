import type { UnreadRun } from '../../db/models/distillations.ts'
import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'

/** Which of the runs that are left a model reads: the oldest first; `spread` draws them at random, in any store the same of the same names. */
export function pickRuns(
  left: readonly UnreadRun[],
  { limit, spread = false }: { limit: number | null; spread?: boolean },
): UnreadRun[] {
  const ordered = spread ? shuffled(left, createRandom(seedFrom('spread'))) : left
  return ordered.slice(0, limit ?? left.length)
}
