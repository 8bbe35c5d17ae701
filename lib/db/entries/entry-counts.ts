import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** All stored entries, purged ones and those beside the extractor in service too: each may have a vector. */
export async function countStoredEntries(store: Store): Promise<number> {
  return await tables(store).entry.count()
}

/** How many live entries of a project each category has. */
export async function countByCategory(store: Store, projectId: string): Promise<number[]> {
  const rows = await tables(store).entry.groupBy({
    by: ['category'],
    where: { projectId, beside: false, lifecycle: { notIn: ['retired', 'purged'] } },
    _count: true,
  })
  return rows.map(({ _count }) => _count)
}
