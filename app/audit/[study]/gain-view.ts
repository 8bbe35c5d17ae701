import type { GainSource } from '@/components/audit/gain/gain-sources.ts'
import { type GainView, prepareGain } from '@/components/audit/gain/prepare-gain.ts'
import { exampleRuns } from '@/lib/memory/studies/ladder/simulate-run.ts'
import type { WorkbenchRun } from '@/lib/memory/studies/ladder/workbench-file.ts'
import { readDemonstration } from '@/lib/studies/designs/outcomes.ts'

/** Pairs of arms that somebody may look at one after the other. Ours. */
const MOST_KEPT = 32

const kept = new Map<string, GainView | null>()

/** What is shown of a source for a pair of arms; made once, as thousands of draws take a second. `imported`: the latest file first. */
export function gainView(
  source: Exclude<GainSource, 'paper' | 'recorded'>,
  asked: { arm: string | null; against: string | null },
  imported: readonly { id: string; run: WorkbenchRun }[] = [],
): GainView | null {
  const key = JSON.stringify([source, asked, imported.map(({ id }) => id)])
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = prepare(source, asked, imported)
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, made)
  return made
}

function prepare(...[source, asked, imported]: Required<Parameters<typeof gainView>>): GainView | null {
  if (source === 'measured') return prepareGain(readDemonstration(process.cwd()), 'measured', asked)
  if (source === 'imported')
    return prepareGain(
      imported.map(({ run }) => run),
      'imported',
      asked,
    )
  return prepareGain(exampleRuns(source), 'simulated', asked)
}
