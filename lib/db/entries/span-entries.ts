import type { MemoryEntry } from '../../memory/entry.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { toEntry } from './entry-row.ts'

/** Approved entries that came from a span of steps, those of extractors out of service too, oldest first. */
export async function listSpanEntries(store: Store, projectIds: readonly string[]): Promise<MemoryEntry[]> {
  const rows = await tables(store).entry.findMany({
    where: {
      projectId: { in: [...projectIds] },
      lifecycle: 'approved',
      subtaskId: { not: null },
      episodeId: { not: null },
      fromStep: { not: null },
      toStep: { not: null },
    },
    orderBy: { id: 'asc' },
  })
  return rows.map(toEntry)
}
