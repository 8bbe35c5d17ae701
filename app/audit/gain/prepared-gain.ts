import { type GainView, prepareGain } from '@/components/audit/gain/prepare-gain.ts'
import type { WorkbenchRun } from '@/lib/memory/gain/workbench-file.ts'
import type { Source } from '@/lib/memory/source.ts'

/** Pairs of arms that somebody may look at one after the other. Ours. */
const MOST_KEPT = 32

const kept = new Map<string, GainView | null>()

/** As `prepareGain`, made once for the same runs and pair: thousands of draws take a second, and nothing of them changes. */
export function preparedGain(
  runs: readonly WorkbenchRun[],
  source: Source,
  asked: { arm: string | null; against: string | null },
): GainView | null {
  // A plan names its world, seed and sizes: with the commit it gives the same run bit for bit.
  const key = JSON.stringify([
    source,
    asked,
    runs.map(({ plan, commit, outcomes }) => [plan, commit, outcomes.length]),
  ])
  const known = kept.get(key)
  if (known !== undefined) return known
  const view = prepareGain(runs, source, asked)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, view)
  return view
}
