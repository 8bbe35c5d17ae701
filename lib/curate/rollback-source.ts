import { type EntrySource, listFromSource } from '../db/entries.ts'
import { readEntries } from '../db/entry-writes.ts'
import { listMadeOf } from '../db/origins.ts'
import type { RollbackReceipt } from '../memory/views.ts'
import { type CurateDeps, writeChanges } from './change-entries.ts'

/**
 * Retires everything that came from one source, pinned or not, in one revision. What was made of it by merge, split or copy
 * is named, not touched. Throws UserError `nothing-to-change`.
 */
export async function rollbackSource(
  { projectId, source, reason }: { projectId: string; source: EntrySource; reason: string },
  deps: CurateDeps,
): Promise<RollbackReceipt> {
  const { store, by } = deps
  return await store.write({ by, verb: 'rollback', reason, projectId }, async (tx, revise) => {
    const entryIds = await listFromSource(tx, projectId, source)
    const entries = await readEntries(tx, entryIds)
    const changes = entries.map((before) => ({
      before,
      after: { ...before, lifecycle: 'retired' as const, reason },
    }))
    const revision = await writeChanges(tx, revise, changes, deps)
    return {
      revision,
      entryCount: changes.length,
      entryIds,
      pinnedCount: entries.filter(({ pinned }) => pinned).length,
      madeOfThem: await listMadeOf(tx, entryIds),
    }
  })
}
