import { type Column, freshTable } from '../db/entries/entry-table.ts'
import { listFindings } from '../db/findings/findings.ts'
import type { Store } from '../db/store.ts'
import { MAP_FACETS, type MapColumn, type MapFacet } from '../memory/map.ts'

/** Lines between near-duplicates drawn at most, the surest first. */
const MOST_PAIRS = 2_000

/** The facets of the entries on a map, in its order. */
export async function facetsOf(
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
