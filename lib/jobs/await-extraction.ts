import { commonestSkip, countExtracted } from '../db/episodes/episodes.ts'
import { findItemEnd } from '../db/jobs/job-views.ts'
import type { Store } from '../db/store.ts'
import { NO_LESSON_YET } from '../memory/entry.ts'
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
      const made = await countExtracted(store, episodeId)
      const why = (await commonestSkip(store, episodeId)) ?? 'it has no subtask'
      // That a model reads it later is so of every run, and said of all at once.
      const isFault = made.entries === 0 && why !== NO_LESSON_YET
      return {
        ...result,
        ...made,
        warnings: [...result.warnings, ...(isFault ? [`no entries: ${why}`] : [])],
      }
    }
    if (end) {
      const warning = `extraction ${end.state}: ${end.reason ?? 'no reason kept'}`
      return { ...result, warnings: [...result.warnings, warning] }
    }
    await worker.endAfter(seen)
  }
}
