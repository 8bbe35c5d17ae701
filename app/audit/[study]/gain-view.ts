import type { GainSource } from '@/components/audit/gain/gain-sources.ts'
import { type GainPart, type GainView, prepareGain } from '@/components/audit/gain/prepare-gain.ts'
import { exampleRuns } from '@/lib/memory/studies/ladder/simulate-run.ts'
import type { WorkbenchRun } from '@/lib/memory/studies/ladder/workbench-file.ts'
import { readDemonstration } from '@/lib/studies/designs/outcomes.ts'

/** Pairs of arms that somebody may look at one after the other. Ours. */
const MOST_KEPT = 32

const kept = new Map<string, GainView | null>()

type Asked = {
  source: Exclude<GainSource, 'paper' | 'recorded'>
  part: GainPart
  arm: string | null
  against: string | null
}

/** What is shown of a source for a pair of arms; made once, as thousands of draws take a second. `imported`: the latest file first. */
export function gainView(
  asked: Asked,
  imported: readonly { id: string; run: WorkbenchRun }[] = [],
): GainView | null {
  const key = JSON.stringify([asked, imported.map(({ id }) => id)])
  const known = kept.get(key)
  if (known !== undefined) return known
  const { source, part } = asked
  const made = prepareGain(
    source === 'imported'
      ? imported.map(({ run }) => run)
      : source === 'measured'
        ? readDemonstration(process.cwd())
        : exampleRuns(source),
    source === 'imported' || source === 'measured' ? source : 'simulated',
    asked,
    part,
  )
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, made)
  return made
}
