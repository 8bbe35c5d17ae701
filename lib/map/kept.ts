import { KEPT_NEIGHBOURS, type Kept } from '../memory/map.ts'
import { nearestOf } from './nearest.ts'
import type { Matrix } from './pca.ts'
import { sampleOf } from './sample.ts'

/** Points looked at, at most: with 500 the share is known to about 2 percentage points. Ours. */
const MOST_POINTS = 500

/**
 * How much neighbourhood a map kept: of each point's 15 nearest in the full space, the share that is among its 15 nearest
 * on the map, over a seeded sample of points. `places` are x0, y0, x1, y1, … Null where everybody is a neighbour.
 */
export function keptNeighbours(
  rows: Matrix,
  places: Float32Array,
  nearestIn: (row: number) => ArrayLike<number> = (row) => nearestOf(rows, row, KEPT_NEIGHBOURS),
): Kept {
  const { count } = rows
  if (count <= KEPT_NEIGHBOURS + 1) return { share: null, n: 0, neighbours: KEPT_NEIGHBOURS }
  const points = sampleOf(count, MOST_POINTS)
  let same = 0
  for (const point of points) {
    const onMap = new Set(nearestOnMap(places, count, point))
    for (const near of Array.from(nearestIn(point))) if (onMap.has(near)) same++
  }
  return { share: same / (points.length * KEPT_NEIGHBOURS), n: points.length, neighbours: KEPT_NEIGHBOURS }
}

function nearestOnMap(places: Float32Array, count: number, point: number): number[] {
  const [x, y] = [places[2 * point] ?? 0, places[2 * point + 1] ?? 0]
  const best: { place: number; far: number }[] = []
  for (let other = 0; other < count; other++) {
    if (other === point) continue
    const far = ((places[2 * other] ?? 0) - x) ** 2 + ((places[2 * other + 1] ?? 0) - y) ** 2
    if (best.length === KEPT_NEIGHBOURS && far > (best[best.length - 1]?.far ?? 0)) continue
    let at = best.length
    while (at > 0 && far <= (best[at - 1]?.far ?? 0)) at--
    best.splice(at, 0, { place: other, far })
    if (best.length > KEPT_NEIGHBOURS) best.pop()
  }
  return best.map(({ place }) => place)
}
