import type { MemoryEntry } from '../../memory/entry.ts'
import { toEntry } from '../entries/entry-row.ts'
import type { Store } from '../store.ts'

/** Rows read before others have their turn. Ours. */
const AT_A_TIME = 200

/** Entries of a project that are neither retired nor purged nor beside, in order of creation. */
export async function listLiveEntries({ read }: Store, projectId: string): Promise<MemoryEntry[]> {
  const entries: MemoryEntry[] = []
  for (;;) {
    const after = entries.at(-1)?.id
    const rows = await read.entry.findMany({
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
export async function listServed({ read }: Store, projectId: string) {
  const rows = await read.retrieval.findMany({
    where: { projectId, withheld: false },
    orderBy: { id: 'asc' },
    select: { at: true, category: true, winnerId: true, outcome: true, episodeId: true },
  })
  const episodes = await read.episode.findMany({
    where: { id: { in: [...new Set(rows.flatMap(({ episodeId }) => episodeId ?? []))] } },
    select: { id: true, instanceId: true },
  })
  const instances = new Map(episodes.map(({ id, instanceId }) => [id, instanceId]))
  return rows.map((row) => ({
    at: row.at.toISOString(),
    category: row.category,
    winnerId: row.winnerId,
    outcome: outcomeOf(row.outcome),
    instanceId: (row.episodeId !== null && instances.get(row.episodeId)) || null,
  }))
}

/** Runs without memory (no retrieval was served to them) and how many were resolved, by instance. */
export async function vanillaRates(
  { read }: Store,
  projectId: string,
): Promise<Map<string, { resolved: number; runs: number }>> {
  const rows = await read.$queryRawUnsafe<{ instanceId: string; resolved: bigint; runs: bigint }[]>(
    `SELECT ep."instanceId", SUM(ep."outcome" = 'resolved') AS resolved, COUNT(*) AS runs FROM "Episode" ep
     WHERE ep."projectId" = ? AND ep."outcome" IN ('resolved', 'unresolved')
       AND NOT EXISTS (SELECT 1 FROM "Retrieval" r WHERE r."episodeId" = ep."id") GROUP BY 1`,
    projectId,
  )
  return new Map(
    rows.map((row) => [row.instanceId, { resolved: Number(row.resolved), runs: Number(row.runs) }]),
  )
}

function outcomeOf(text: string | null): 'resolved' | 'unresolved' | null {
  return text === 'resolved' || text === 'unresolved' ? text : null
}
