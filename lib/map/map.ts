import { commitVersion } from '../db/commit-cache.ts'
import { type Column, freshTable } from '../db/entries/entry-table.ts'
import { countUnseen, getScanState, listFindings } from '../db/findings/findings.ts'
import type { Store } from '../db/store.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
import { findProjection, listMapRows, listObjectives, type MapRow } from '../db/vectors/projections.ts'
import { UserError } from '../memory/errors.ts'
import {
  isInside,
  type Kept,
  MAP_FACETS,
  type MapColumn,
  type MapFacet,
  type MapMethod,
  type MapView,
  type MapWords,
  parseArea,
} from '../memory/map.ts'
import { findClusters } from './clusters.ts'
import { createPca, fingerprint, type LayoutDeps, type Positions } from './positions.ts'

const OBJECTIVE_LENGTH = 90
/** Maps that stay in memory. */
const MOST_MAPS = 8

/** `mask` puts dots in place of secrets in what leaves for a page. */
type MapDeps = LayoutDeps & { mask: (text: string) => string }
type Asked = { projectId: string; method: MapMethod }
type Placed = { row: MapRow; x: number; y: number }
/** A map as it was at one version of the store. */
type Snapshot = {
  revision: number
  rows: MapRow[]
  /** Null when the method has not been computed. */
  positions: Positions | null
  /** The entries that are still what they were when they were laid out. */
  points: Placed[]
  view: Promise<MapView> | null
  words: MapWords | null
}

/** The map of a project's memory. Reads only: PCA is computed when asked for; UMAP is made by a job. What was read once serves until something is committed. */
export function createMap(deps: MapDeps) {
  const { store, embedder } = deps
  const pca = createPca(deps)
  const snapshotOf = createSnapshots(deps, pca)
  return {
    async view(asked: Asked): Promise<MapView> {
      const snapshot = await snapshotOf(asked)
      snapshot.view ??= toView(asked, snapshot, deps).catch((error) => {
        snapshot.view = null
        throw error
      })
      return await snapshot.view
    },
    /** What the entries on the map are called; null when there is no map. */
    async words(asked: Asked): Promise<MapWords | null> {
      const snapshot = await snapshotOf(asked)
      if (snapshot.positions === null) return null
      snapshot.words ??= await wordsOf(asked, snapshot, deps)
      return snapshot.words
    },
    /** How much neighbourhood the map kept; null when there is no map. Waits for the measurement. */
    async kept({ projectId, method }: Asked): Promise<Kept | null> {
      if (method === 'umap')
        return (await findProjection(store, { projectId, method, embedder: embedder.id }))?.kept ?? null
      const { rows, revision } = await snapshotOf({ projectId, method })
      return rows.length === 0 ? null : await pca(projectId, rows, revision).kept
    },
    /** Ids of the entries inside a polygon of the map, `x,y,x,y,…`. Throws UserError `bad-area`, or `no-map` when the method was not computed yet. */
    async idsInside({ area, ...asked }: Asked & { area: string }): Promise<string[]> {
      const polygon = parseArea(area)
      const { rows, positions, points } = await snapshotOf(asked)
      if (positions === null && rows.length > 0)
        throw new UserError('no-map', `There is no ${asked.method.toUpperCase()} map of this project.`, {
          hint: 'Open the map and compute it; the area means nothing without it.',
          status: 409,
          place: 'area',
        })
      return points.filter(({ x, y }) => isInside(polygon, x, y)).map(({ row }) => row.id)
    },
  }
}

/** Snapshots of the maps that were looked at last, each taken anew when something was committed. */
function createSnapshots({ store, embedder }: MapDeps, pca: ReturnType<typeof createPca>) {
  const known = new Map<string, { version: number; snapshot: Promise<Snapshot> }>()

  async function take(asked: Asked): Promise<Snapshot> {
    const { revision } = await getStoreClock(store)
    const rows = await listMapRows(store, asked.projectId, embedder.id)
    const positions = await positionsOf(asked, rows, revision)
    const points = positions === null ? [] : placesOf(rows, positions)
    return { revision, rows, positions, points, view: null, words: null }
  }

  async function positionsOf({ projectId, method }: Asked, rows: readonly MapRow[], revision: number) {
    if (rows.length === 0) return null
    if (method === 'pca') {
      const { positions, isRead } = pca(projectId, rows, revision)
      await isRead
      await freshTable(store, projectId) // while the thread is at work: the view needs it
      return await positions
    }
    return await findProjection(store, { projectId, method, embedder: embedder.id })
  }

  return async (asked: Asked): Promise<Snapshot> => {
    const key = `${asked.method} ${asked.projectId}`
    const version = await commitVersion(store)
    const before = known.get(key)
    if (before?.version === version) return await before.snapshot
    const made = { version, snapshot: take(asked) }
    known.delete(key)
    known.set(key, made)
    const [oldest] = known.keys()
    if (known.size > MOST_MAPS && oldest !== undefined) known.delete(oldest)
    made.snapshot.catch(() => known.get(key) === made && known.delete(key))
    return await made.snapshot
  }
}

async function toView(
  { projectId, method }: Asked,
  { revision, rows, positions, points }: Snapshot,
  { store, embedder, mask }: MapDeps,
): Promise<MapView> {
  const ids = points.map(({ row }) => row.id)
  const scan = await getScanState(store, projectId)
  return {
    method,
    embedder: embedder.id,
    dimension: embedder.dimension,
    storeRevision: revision,
    liveCount: rows.length,
    layout: positions && {
      revision: positions.revision,
      missingCount: missingCount(rows, positions, points.length),
      sampledFrom: positions.sampledFrom,
      print: fingerprint(points.map(({ row }) => row)),
      x: points.map(({ x }) => x),
      y: points.map(({ y }) => y),
      facets: await facetsOf(ids, projectId, store),
      clusters: findClusters(points.map(({ x, y, row }) => ({ x, y, keywords: row.keywords }))).map(
        (cluster) => ({
          ...cluster,
          keywords: cluster.keywords.map((one) => ({ ...one, word: mask(one.word) })),
        }),
      ),
      pairs: await pairsOf(ids, projectId, store),
    },
    scannedAt: scan?.at ?? null,
    unseenCount: await countUnseen(store, projectId, scan),
  }
}

async function wordsOf(
  { projectId }: Asked,
  { points }: Snapshot,
  { store, mask }: MapDeps,
): Promise<MapWords> {
  const objectives = await listObjectives(store, projectId)
  const shown = points.map(({ row }) => row)
  return {
    print: fingerprint(shown),
    ids: shown.map(({ id }) => id),
    // Masked whole: a secret that is cut through looks like none.
    objectives: shown.map(({ id }) => mask(objectives.get(id) ?? '').slice(0, OBJECTIVE_LENGTH)),
  }
}

function placesOf(rows: readonly MapRow[], { ids, texts, x, y }: Positions): Placed[] {
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  return rows.flatMap((row): Placed[] => {
    const place = placeOf.get(row.id)
    if (place === undefined || texts[place] !== row.text) return []
    return [{ row, x: x[place] ?? 0, y: y[place] ?? 0 }]
  })
}

/** Entries made or reworded since. Beside a sample only those made since count: most others are not on the map either. */
function missingCount(
  rows: readonly MapRow[],
  { ids, sampledFrom, revision }: Positions,
  placedCount: number,
): number {
  if (sampledFrom === null) return rows.length - placedCount
  const last = ids.at(-1) ?? ''
  return rows.filter((row) => row.id > last && row.revision > revision).length
}

/** Lines between near-duplicates drawn at most, the surest first. */
const MOST_PAIRS = 2_000

/** The facets of the entries on a map, in its order. */
async function facetsOf(
  ids: readonly string[],
  projectId: string,
  store: Store,
): Promise<Record<MapFacet, MapColumn>> {
  const table = await freshTable(store, projectId)
  const rowOf = new Map(table?.ids.map((id, row) => [id, row]))
  const rows = ids.map((id) => rowOf.get(id) ?? -1)
  const column = ({ codes, values }: Column): MapColumn => ({
    values: [...values.map(([first]) => first ?? null), null],
    codes: rows.map((row) => codes[row] ?? values.length),
  })
  const none: Column = { codes: [], values: [] }
  return Object.fromEntries(
    MAP_FACETS.map((facet) => [facet, column(table?.facets[facet] ?? none)]),
  ) as Record<MapFacet, MapColumn>
}

/** Open findings of near-duplicates between entries on a map, as numbers in its order. */
export async function pairsOf(
  ids: readonly string[],
  projectId: string,
  store: Store,
): Promise<[number, number, number | null][]> {
  const { rows } = await listFindings(store, {
    projectId,
    detector: 'near-duplicate',
    minScore: null,
    offset: 0,
    limit: MOST_PAIRS,
  })
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  return rows.flatMap(({ entryId, otherId, score }): [number, number, number | null][] => {
    const [a, b] = [placeOf.get(entryId), placeOf.get(otherId ?? '')]
    return a === undefined || b === undefined ? [] : [[a, b, score]]
  })
}
