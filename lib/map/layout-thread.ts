import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { UMAP } from 'umap-js'
import { KEPT_NEIGHBOURS, type Kept, MAP_SIDE, type MapMethod } from '../memory/map.ts'
import { createRandom } from '../memory/statistics.ts'
import { type Nearest, nearestOf, nearestOfAll } from './nearest.ts'
import { type Matrix, principalAxes, projectOn } from './pca.ts'
import { sampleOf } from './sample.ts'

/** Runs in a thread of its own, see run-layout.ts: a layout takes seconds, and a server must go on answering. */

export type LayoutRequest = {
  method: MapMethod
  data: Float32Array<ArrayBuffer>
  count: number
  dimension: number
}
export type LayoutMessage =
  | { kind: 'progress'; phase: 'neighbours' | 'layout'; done: number; total: number }
  | { kind: 'places'; places: Float32Array }
  | { kind: 'kept'; kept: Kept }

// Linux counts niceness by thread: whoever asks the server goes first.
if (process.platform === 'linux') setPriority(10)

const { method, ...rows } = workerData as LayoutRequest
const post = (message: LayoutMessage) => parentPort?.postMessage(message)

const start = projectOn(rows, principalAxes(rows))
if (method === 'pca') {
  const places = onSquare(start)
  post({ kind: 'places', places })
  post({ kind: 'kept', kept: keptNeighbours(rows, places) })
} else {
  const nearest = nearestOfAll(rows, KEPT_NEIGHBOURS, (done, total) =>
    post({ kind: 'progress', phase: 'neighbours', done, total }),
  )
  const laidOut = umapLayout(nearest, start, (done, total) =>
    post({ kind: 'progress', phase: 'layout', done, total }),
  )
  const places = onSquare(laidOut)
  post({ kind: 'places', places })
  const { k } = nearest
  const kept = keptNeighbours(rows, places, (row) => nearest.places.subarray(row * k, (row + 1) * k))
  post({ kind: 'kept', kept })
}

/** Moves and scales the places onto the square, both axes alike, the shorter one in the middle; two digits after the point. */
function onSquare(places: Float32Array): Float32Array {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const [i, value] of places.entries()) {
    low[i % 2] = Math.min(low[i % 2] ?? 0, value)
    high[i % 2] = Math.max(high[i % 2] ?? 0, value)
  }
  const size = [0, 1].map((axis) => (high[axis] ?? 0) - (low[axis] ?? 0))
  const scale = MAP_SIDE / (Math.max(...size) || 1)
  return places.map((value, i) => {
    const axis = i % 2
    const margin = (MAP_SIDE - (size[axis] ?? 0) * scale) / 2
    return Math.round(((value - (low[axis] ?? 0)) * scale + margin) * 100) / 100
  })
}

/** Parameters of the layout; the rest are umap-js's own defaults. */
const NEIGHBOURS = 15
const MIN_DISTANCE = 0.1
/** Half the width of the start, in UMAP's units, as the reference implementation has it. */
const START_RADIUS = 10

/**
 * UMAP's layout from exact neighbours, started at `start` (places on the two principal axes), so that what lies far apart
 * means as much as it can and the same entries always give the same map. Gives x0, y0, x1, y1, …
 * At least 3 rows. `onEpoch` hears how far it is.
 */
export function umapLayout(
  nearest: Nearest,
  start: Float32Array,
  onEpoch: (done: number, total: number) => void = () => {},
): Float32Array {
  const count = start.length / 2
  // A row is its own first neighbour, as umap-js has it.
  const rows = Array.from({ length: count }, (_, row) => row)
  const others = Math.min(NEIGHBOURS - 1, count - 2)
  const placesOf = (row: number) => [...nearest.places.subarray(row * nearest.k, row * nearest.k + others)]
  const scoresOf = (row: number) => [...nearest.scores.subarray(row * nearest.k, row * nearest.k + others)]
  const umap = new UMAP({
    nComponents: 2,
    nNeighbors: others + 1,
    minDist: MIN_DISTANCE,
    random: createRandom(1),
  })
  umap.setPrecomputedKNN(
    rows.map((row) => [row, ...placesOf(row)]),
    rows.map((row) => [0, ...scoresOf(row).map((score) => Math.max(0, 1 - score))]),
  )
  // Neighbours are known, so that the rows themselves are only counted.
  const total = umap.initializeFit(rows.map(() => []))
  const places = umap.getEmbedding()
  const widest = start.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9)
  const jitter = createRandom(2) // equal rows would push each other nowhere
  for (const [row, place] of places.entries()) {
    place[0] = ((start[2 * row] ?? 0) / widest) * START_RADIUS + (jitter() - 0.5) * 1e-3
    place[1] = ((start[2 * row + 1] ?? 0) / widest) * START_RADIUS + (jitter() - 0.5) * 1e-3
  }
  for (let epoch = 1; epoch <= total; epoch++) {
    umap.step()
    onEpoch(epoch, total)
  }
  return Float32Array.from(umap.getEmbedding().flat())
}

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
