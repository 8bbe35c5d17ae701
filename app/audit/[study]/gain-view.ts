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
  imported: readonly { id: string; run: WorkbenchRun; isDemonstration: boolean }[] = [],
): GainView | null {
  const key = JSON.stringify([asked, imported.map(({ id }) => id)])
  const known = kept.get(key)
  if (known !== undefined) return known
  const { source, part } = asked
  const own = imported.filter(({ isDemonstration }) => !isDemonstration)
  const made =
    source === 'imported'
      ? // A demonstration that was brought in is what it was.
        prepareGain(
          (own.length > 0 ? own : imported).map(({ run }) => run),
          own.length > 0 ? source : 'measured',
          asked,
          part,
        )
      : source === 'measured'
        ? prepareGain(readDemonstration(process.cwd()), source, asked, part)
        : prepareGain(exampleRuns(source), 'simulated', asked, part)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, made)
  return made
}
