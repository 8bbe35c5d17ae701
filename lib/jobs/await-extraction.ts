import { findItemEnd } from '../db/jobs/jobs.ts'
import type { Store } from '../db/store.ts'
import type { ImportResult } from '../memory/views.ts'
import type { Worker } from './worker.ts'

/** An import's result once its extraction has ended, with what it made; a failed extraction becomes a warning. */
export async function awaitExtraction(
  store: Store,
  worker: Pick<Worker, 'endCount' | 'endAfter'>,
  result: ImportResult,
  itemId: string,
): Promise<ImportResult> {
  for (;;) {
    const seen = worker.endCount()
    const end = await findItemEnd(store, itemId)
    if (end?.state === 'done') {
      const where = { episodeId: result.episodeId ?? '' }
      const [subtasks, entries] = await Promise.all([
        store.read.subtask.count({ where }),
        store.read.entry.count({ where }),
      ])
      const warnings = entries === 0 ? [...result.warnings, await whyNone(store, where)] : result.warnings
      return { ...result, subtasks, entries, warnings }
    }
    if (end) {
      const warning = `extraction ${end.state}: ${end.reason ?? 'no reason kept'}`
      return { ...result, warnings: [...result.warnings, warning] }
    }
    await worker.endAfter(seen)
  }
}

/** Why a run left nothing, in the words most of its subtasks give. */
async function whyNone(store: Store, where: { episodeId: string }): Promise<string> {
  const [most] = await store.read.subtask.groupBy({
    by: ['skippedBecause'],
    where,
    _count: true,
    orderBy: { _count: { skippedBecause: 'desc' } },
    take: 1,
  })
  return `no entries: ${most?.skippedBecause ?? 'it has no subtask'}`
}
