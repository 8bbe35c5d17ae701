/** Runs in a thread of its own, see run-layout.ts: a layout takes seconds, and a server must go on answering. */
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { KEPT_NEIGHBOURS, type Kept, MAP_SIDE, type MapMethod } from '../memory/map.ts'
import { keptNeighbours } from './kept.ts'
import { nearestOfAll } from './nearest.ts'
import { principalAxes, projectOn } from './pca.ts'

export type LayoutRequest = {
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

const method = workerData as MapMethod
const [rows] = (await once(parentPort as MessagePort, 'message')) as [LayoutRequest]
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
  const { umapLayout } = await import('./umap.ts') // half of what starting this thread would take
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
