import { commonestSkip, countExtracted } from '../db/episodes/episodes.ts'
import { findItemEnd } from '../db/jobs/job-views.ts'
import type { Store } from '../db/store.ts'
import type { ImportResult } from '../memory/views/jobs.ts'
import type { Worker } from './worker.ts'

type Made = Pick<ImportResult, 'episodeId' | 'subtasks' | 'entries' | 'warnings'>

/** An import's result once its extraction has ended, with what it made; a failed extraction becomes a warning. */
export async function awaitExtraction<Result extends Made>(
  store: Store,
  worker: Pick<Worker, 'endCount' | 'endAfter'>,
  result: Result,
  itemId: string,
): Promise<Result> {
  for (;;) {
    const seen = worker.endCount()
    const end = await findItemEnd(store, itemId)
    if (end?.state === 'done') {
      const episodeId = result.episodeId ?? ''
      const made = countExtracted(store, episodeId)
      const warnings = made.entries === 0 ? [...result.warnings, whyNone(store, episodeId)] : result.warnings
      return { ...result, ...made, warnings }
    }
    if (end) {
      const warning = `extraction ${end.state}: ${end.reason ?? 'no reason kept'}`
      return { ...result, warnings: [...result.warnings, warning] }
    }
    await worker.endAfter(seen)
  }
}

/** Why a run left nothing, in the words most of its subtasks give. */
function whyNone(store: Store, episodeId: string): string {
  return `no entries: ${commonestSkip(store, episodeId) ?? 'it has no subtask'}`
}
