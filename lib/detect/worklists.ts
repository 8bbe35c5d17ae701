import { countFindings, countUnseen, getScanState, type ScanState } from '../db/findings/findings.ts'
import type { Store } from '../db/store.ts'
import { DETECTOR_WORDS } from '../memory/findings/detector-words.ts'
import type { DetectorName } from '../memory/findings/finding.ts'
import { judgedWords } from '../memory/findings/quality.ts'
import type { WorklistHead } from '../memory/findings/worklist.ts'
import { DETECTORS } from './detect.ts'

/** Every worklist in a line, from the counts of stored findings and what the last scan said. */
function worklistHeads(
  counts: ReadonlyMap<DetectorName, { open: number; dismissed: number; entryCount: number }>,
  scan: ScanState | null,
): WorklistHead[] {
  return DETECTORS.map(({ name, definition }) => ({
    detector: name,
    ...DETECTOR_WORDS[name],
    definition: definition + judgedWords(name),
    ...(counts.get(name) ?? { open: 0, dismissed: 0, entryCount: 0 }),
    unknownBecause: scan?.unknown[name] ?? null,
    stoppedBecause: scan?.stopped?.[name] ?? null,
  }))
}

/** Every worklist of a project, when it was last looked through (null = never), and how many entries came or changed since. */
export async function readWorklistHeads(
  store: Store,
  projectId: string,
): Promise<{ heads: WorklistHead[]; scan: ScanState | null; unseenCount: number }> {
  const scan = await getScanState(store, projectId)
  const heads = worklistHeads(await countFindings(store, projectId), scan)
  return { heads, scan, unseenCount: await countUnseen(store, projectId, scan) }
}
