import type { MapStyle } from '@/components/map/prepare-map.ts'
import type { MapCluster, Point, Polygon } from '@/lib/memory/map.ts'

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

/** A place of the map on the screen. */
export function onScreen({ scale, left, top }: Placement, x: number, y: number): Point {
  return [left + x * scale, top + y * scale]
}

/** An entry's place on the screen. */
export function pointOnScreen(at: Placement, { x, y }: Pick<MapScene, 'x' | 'y'>, point: number): Point {
  return onScreen(at, x[point] ?? 0, y[point] ?? 0)
}
