import type { MapScene, Placement } from './map-scene.ts'

/** Left free at the edges, CSS pixels. */
export const PADDING = 28

/** The whole map inside the canvas, both axes alike. */
export function fitOf(scene: MapScene | null, width: number, height: number): Placement {
  if (!scene || scene.x.length === 0) return { scale: 1, left: 0, top: 0 }
  const [x, y] = [extentOf(scene.x), extentOf(scene.y)]
  const scale = Math.max(
    0.01,
    Math.min(
      (width - 2 * PADDING) / Math.max(1, x.high - x.low),
      (height - 2 * PADDING) / Math.max(1, y.high - y.low),
    ),
  )
  return {
    scale,
    left: width / 2 - ((x.low + x.high) / 2) * scale,
    top: height / 2 - ((y.low + y.high) / 2) * scale,
  }
}

function extentOf(values: ArrayLike<number>): { low: number; high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i] ?? 0)
    high = Math.max(high, values[i] ?? 0)
  }
  return { low, high }
}
