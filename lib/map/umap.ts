import { UMAP } from 'umap-js'
import { createRandom } from '../memory/statistics.ts'
import type { Nearest } from './nearest.ts'

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
