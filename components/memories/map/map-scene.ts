import { extent } from 'd3'
import type { MapCluster, Point, Polygon } from '@/lib/memory/map.ts'
import type { MapStyle } from './prepare-map.ts'

/** What is on the map. Places are map coordinates. */
export type MapScene = {
  x: ArrayLike<number>
  y: ArrayLike<number>
  styles: MapStyle[]
  styleOf: ArrayLike<number>
  /** Which entries stand out; null = all alike. */
  lit: Uint8Array | null
  pairs: readonly (readonly [number, number, number | null])[]
  clusters: readonly MapCluster[]
  area: Polygon | null
  chosen: number | null
  pointed: number | null
  query: QueryScene | null
}

/** A query among the entries: what it may retrieve, and what it cannot reach. */
export type QueryScene = {
  place: Point
  style: MapStyle
  inside: number[]
  outside: { point: number; style: MapStyle; words: string }[]
}

/** Screen = offset + map · scale, in CSS pixels. */
export type Placement = { scale: number; left: number; top: number }

export function onScreen({ scale, left, top }: Placement, x: number, y: number): Point {
  return [left + x * scale, top + y * scale]
}

export function pointOnScreen(at: Placement, { x, y }: Pick<MapScene, 'x' | 'y'>, point: number): Point {
  return onScreen(at, x[point] ?? 0, y[point] ?? 0)
}

/** Left free at the edges, CSS pixels. */
export const PADDING = 28

/** The whole map inside the canvas, both axes alike. */
export function fitOf(scene: Pick<MapScene, 'x' | 'y'> | null, width: number, height: number): Placement {
  if (!scene || scene.x.length === 0) return { scale: 1, left: 0, top: 0 }
  const [left = 0, right = 0] = extent(Array.from(scene.x)) as [number, number]
  const [top = 0, bottom = 0] = extent(Array.from(scene.y)) as [number, number]
  const across = (width - 2 * PADDING) / Math.max(1, right - left)
  const down = (height - 2 * PADDING) / Math.max(1, bottom - top)
  const scale = Math.max(0.01, Math.min(across, down))
  return {
    scale,
    left: width / 2 - ((left + right) / 2) * scale,
    top: height / 2 - ((top + bottom) / 2) * scale,
  }
}
