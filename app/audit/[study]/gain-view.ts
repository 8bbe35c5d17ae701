import { join } from 'node:path'
import type { GainSource } from '@/components/audit/gain/gain-sources.ts'
import { type GainView, prepareGain } from '@/components/audit/gain/prepare-gain.ts'
import { readKeptRuns } from '@/lib/experiments/kept-runs.ts'
import { exampleRuns } from '@/lib/memory/gain/examples.ts'

/** Pairs of arms that somebody may look at one after the other. Ours. */
const MOST_KEPT = 32

type Shown = { view: GainView | null; refused: { file: string; reason: string }[] }

const kept = new Map<string, Shown>()

/**
 * What is shown of a source for a pair of arms. Made once: thousands of draws take a second, and neither the runs that came with the
 * product nor those made up change while it runs.
 */
export function gainView(
  source: Exclude<GainSource, 'paper'>,
  asked: { arm: string | null; against: string | null },
): Shown {
  const key = JSON.stringify([source, asked])
  const known = kept.get(key)
  if (known) return known
  const made = prepare(source, asked)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, made)
  return made
}

function prepare(
  source: Exclude<GainSource, 'paper'>,
  asked: { arm: string | null; against: string | null },
): Shown {
  if (source !== 'measured')
    return { view: prepareGain(exampleRuns(source), 'simulated', asked), refused: [] }
  const { runs, refused } = readKeptRuns(join(process.cwd(), 'prisma/workbench'))
  return { view: prepareGain(runs, 'measured', asked), refused }
}
