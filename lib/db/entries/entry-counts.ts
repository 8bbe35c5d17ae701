import type { Store } from '../store.ts'

/** All stored entries, purged ones and those beside the extractor in service too: each may have a vector. */
export async function countStoredEntries({ read }: Store): Promise<number> {
  return await read.entry.count()
}

/** How many live entries of a project each category has. */
export async function countByCategory({ read }: Store, projectId: string): Promise<number[]> {
  const rows = await read.entry.groupBy({
    by: ['category'],
    where: { projectId, beside: false, lifecycle: { notIn: ['retired', 'purged'] } },
    _count: true,
  })
  return rows.map(({ _count }) => _count)
}
