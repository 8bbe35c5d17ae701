import { clustersOf } from '../memory/clusters.ts'
import type { TriageCluster, TriageEntry, Worklist } from '../memory/finding.ts'
import { getEntries } from './entries.ts'
import { listFindings, listPairs } from './findings.ts'
import type { Store } from './store.ts'

/** Clusters shown at once, the largest first. */
const MOST_CLUSTERS = 60

/** One page of a worklist, each finding with the entries it is about. */
export async function readWorklist(
  store: Store,
  query: Parameters<typeof listFindings>[1],
): Promise<Worklist> {
  const { rows, ...counts } = await listFindings(store, query)
  const ids = rows.flatMap(({ entryId, otherId }) => (otherId === null ? [entryId] : [entryId, otherId]))
  const entries = await readTriageEntries(store, ids)
  return {
    rows: rows.flatMap((finding) => {
      const entry = entries.get(finding.entryId)
      const other = finding.otherId === null ? null : (entries.get(finding.otherId) ?? null)
      return entry ? [{ finding, entry, other }] : []
    }),
    ...counts,
  }
}

/** Entries that pairs of a detector join, directly or through others; how many clusters there are, and the largest of them. */
export async function readClusters(
  store: Store,
  query: Parameters<typeof listPairs>[1],
): Promise<{ clusters: TriageCluster[]; clusterCount: number; entryCount: number }> {
  const pairs = await listPairs(store.read, query)
  const groups = clustersOf(pairs)
  const shown = groups.slice(0, MOST_CLUSTERS)
  const entries = await readTriageEntries(store, shown.flat())
  return {
    clusterCount: groups.length,
    entryCount: groups.reduce((sum, ids) => sum + ids.length, 0),
    clusters: shown.map((ids) => {
      const own = pairs.filter(({ older }) => ids.includes(older))
      const scores = own.map(({ score }) => score)
      return {
        entries: ids.flatMap((id) => entries.get(id) ?? []),
        findingIds: own.map(({ id }) => id),
        lowest: Math.min(...scores),
        highest: Math.max(...scores),
      }
    }),
  }
}

async function readTriageEntries(store: Store, ids: string[]): Promise<Map<string, TriageEntry>> {
  const wanted = [...new Set(ids)]
  const [entries, served] = await Promise.all([
    getEntries(store, wanted),
    store.read.retrieval.groupBy({ by: ['winnerId'], where: { winnerId: { in: wanted } }, _count: true }),
  ])
  const counts = new Map(served.map(({ winnerId, _count }) => [winnerId, _count]))
  return new Map(entries.map((entry) => [entry.id, { ...entry, servedCount: counts.get(entry.id) ?? 0 }]))
}
