import type { MemoryEntry } from '../../memory/entry.ts'
import { toEntry } from '../entries/entry-row.ts'
import type { Store } from '../store.ts'
import { select, tables } from '../tables.ts'

/** Rows read before others have their turn. Ours. */
const AT_A_TIME = 200

/** Entries of a project that are neither retired nor purged nor beside, in order of creation. */
export async function listLiveEntries(store: Store, projectId: string): Promise<MemoryEntry[]> {
  const entries: MemoryEntry[] = []
  for (;;) {
    const after = entries.at(-1)?.id
    const rows = await tables(store).entry.findMany({
      where: {
        projectId,
        beside: false,
        lifecycle: { notIn: ['retired', 'purged'] },
        ...(after === undefined ? {} : { id: { gt: after } }),
      },
      orderBy: { id: 'asc' },
      take: AT_A_TIME,
    })
    entries.push(...rows.map(toEntry))
    if (rows.length < AT_A_TIME) return entries
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Served and saved retrievals of a project, oldest first, without their texts. */
export async function listServed(store: Store, projectId: string) {
  const rows = await select<
    { at: Date; category: string } & Record<'winnerId' | 'outcome' | 'instanceId', string | null>
  >(
    store,
    `SELECT r."at", r."category", r."winnerId", r."outcome", COALESCE(ep."instanceId", o."instanceId") AS "instanceId"
     FROM "Retrieval" r
     LEFT JOIN "Episode" ep ON ep."id" = r."episodeId"
     LEFT JOIN "Outcome" o ON o."projectId" = r."projectId" AND o."episodeId" = r."episodeId"
     WHERE r."projectId" = ? AND NOT r."withheld" ORDER BY r."id"`,
    projectId,
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), outcome: outcomeOf(row.outcome) }))
}

/**
 * Runs without memory and how many were resolved by a verdict, git's word aside, by instance. A run had memory when a retrieval names it: by its id here, or by
 * its file, which is all that the agent could know of it.
 */
export async function vanillaRates(
  store: Store,
  projectId: string,
): Promise<Map<string, { resolved: number; runs: number }>> {
  const rows = await select<{ instanceId: string; resolved: number; runs: number }>(
    store,
    `SELECT ep."instanceId", COUNT(*) FILTER (WHERE ep."outcome" = 'resolved') AS resolved, COUNT(*) AS runs FROM "Episode" ep
     WHERE ep."projectId" = ? AND ep."outcome" IN ('resolved', 'unresolved')
       AND COALESCE(ep."outcomeSource", '') NOT LIKE 'git: %'
       AND NOT EXISTS (SELECT 1 FROM "Retrieval" r WHERE r."projectId" = ep."projectId" AND r."episodeId" IN (ep."id", ep."fileName"))
     GROUP BY 1`,
    projectId,
  )
  return new Map(rows.map(({ instanceId, ...rates }) => [instanceId, rates]))
}

function outcomeOf(text: string | null): 'resolved' | 'unresolved' | null {
  return text === 'resolved' || text === 'unresolved' ? text : null
}
