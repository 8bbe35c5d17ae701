import type { FindingView } from '../../memory/findings/finding.ts'
import {
  clustersOf,
  type DismissedList,
  type LoosePair,
  loosePairId,
  type TriageCluster,
  type TriageEntry,
  type TriageRow,
  type Worklist,
} from '../../memory/findings/worklist.ts'
import { getEntries } from '../entries/entries.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'
import { listDismissed, listFindings, listPairs } from './findings.ts'
import { looseDetail, standingPairs } from './loose-pair-rows.ts'

/** Clusters shown at once, the largest first. */
const MOST_CLUSTERS = 60

/** One page of a worklist, each finding with the entries it is about. `loose` pairs that are no findings stand after them. */
export async function readWorklist(
  store: Store,
  query: Parameters<typeof listFindings>[1],
  loose: readonly LoosePair[] = [],
): Promise<Worklist> {
  const { rows: found, ...stored } = await listFindings(store, query)
  const standing = await standingPairs(store, query, loose)
  const { claimedBy: reviewer } = query
  const more = standing.filter(
    ({ claimedBy }) => reviewer === undefined || claimedBy === null || claimedBy === reviewer,
  )
  const rows = [...found, ...more.map((pair) => looseFinding(pair, query.detector))].slice(0, query.limit)
  const counts = {
    matchCount: stored.matchCount + more.length,
    takenCount: stored.takenCount + standing.length - more.length,
  }
  return { rows: await withEntries(store, rows), ...counts }
}

/** One page of what people dismissed in a worklist, each with the entries it is about. */
export async function readDismissed(
  store: Store,
  query: Parameters<typeof listDismissed>[1],
): Promise<DismissedList> {
  const { rows, matchCount } = await listDismissed(store, query)
  return { rows: await withEntries(store, rows), matchCount }
}

async function withEntries(store: Store, findings: readonly FindingView[]): Promise<TriageRow[]> {
  const ids = findings.flatMap(({ entryId, otherId }) => (otherId === null ? [entryId] : [entryId, otherId]))
  const entries = await readTriageEntries(store, ids)
  return findings.flatMap((finding) => {
    const entry = entries.get(finding.entryId)
    const other = finding.otherId === null ? null : (entries.get(finding.otherId) ?? null)
    return entry ? [{ finding, entry, other }] : []
  })
}

/** Entries that pairs of a detector join, directly or through others; how many clusters there are, and the largest of them. */
export async function readClusters(
  store: Store,
  query: Parameters<typeof listPairs>[1],
  loose: readonly LoosePair[] = [],
): Promise<{ clusters: TriageCluster[]; clusterCount: number; entryCount: number }> {
  const more = await standingPairs(store, query, loose)
  const pairs = [
    ...(await listPairs(store, query)),
    ...more.map((pair) => ({ id: loosePairId(pair), ...pair })),
  ]
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

function looseFinding(
  pair: LoosePair & { claimedBy: string | null },
  detector: FindingView['detector'],
): FindingView {
  return {
    id: loosePairId(pair),
    detector,
    entryId: pair.older,
    otherId: pair.newer,
    score: pair.score,
    detail: looseDetail(pair.score),
    state: 'loose',
    claimedBy: pair.claimedBy,
    by: null,
    reason: null,
    foundAt: '',
    settledAt: null,
  }
}

/** Entries as triage shows them, by id; missing ones are left out. */
export async function readTriageEntries(store: Store, ids: string[]): Promise<Map<string, TriageEntry>> {
  const wanted = [...new Set(ids)]
  const [entries, served] = await Promise.all([
    getEntries(store, wanted),
    tables(store).retrieval.groupBy({ by: ['winnerId'], where: { winnerId: { in: wanted } }, _count: true }),
  ])
  const counts = new Map(served.map(({ winnerId, _count }) => [winnerId, _count]))
  return new Map(entries.map((entry) => [entry.id, { ...entry, servedCount: counts.get(entry.id) ?? 0 }]))
}
