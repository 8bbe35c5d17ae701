import { contourDensity, geoPath } from 'd3'
import { MAP_SIDE, type Point } from '@/lib/memory/map.ts'
import { blender } from './blend-marks.ts'
import type { MapInk } from './map-ink.ts'
import { type MapScene, type Placement, pointOnScreen } from './map-scene.ts'
import { touching } from './prepare-map.ts'

/** Lines of equal density, faint to strong. */
export type Density = { opacity: number; path: Path2D }[]

/** Where entries are dense, in map coordinates; empty where there are too few to say. */
export function densityOf({ x, y }: Pick<MapScene, 'x' | 'y'>): Density {
  if (x.length < 30) return []
  const shapes = contourDensity<number>()
    .x((i) => x[i] ?? 0)
    .y((i) => y[i] ?? 0)
    .size([MAP_SIDE, MAP_SIDE])
    .cellSize(8)
    .bandwidth(26)
    .thresholds(6)(Array.from({ length: x.length }, (_, i) => i))
  const path = geoPath()
  return shapes.map((shape) => ({ opacity: 0.42, path: new Path2D(path(shape) ?? '') }))
}

/** Draws pairs and entries; `r` is a mark's radius, CSS pixels. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  scene: MapScene,
  at: Placement,
  r: number,
  ink: MapInk,
): void {
  const { ratio } = ink
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  const moved = drawPairs(context, scene, at, r, ink)
  const { width, height } = context.canvas
  const marks = scene.styles.map((style) => ink.pixelsOf(style, r))
  const sheet = new OffscreenCanvas(width, height)
  const paper = sheet.getContext('2d')
  if (!paper) return
  const drawn = paper.createImageData(width, height)
  // What stands out lies above the rest.
  for (const pass of scene.lit ? [0, 1] : [1]) {
    const alpha = pass === 0 ? 0.16 : scene.x.length > 3_000 ? 0.8 : 0.95
    const blend = marks.map((mark) => blender(drawn, mark, alpha))
    for (let i = 0; i < scene.x.length; i++) {
      if (scene.lit && scene.lit[i] !== pass) continue
      const [x, y] = moved.get(i) ?? pointOnScreen(at, scene, i)
      const style = scene.styleOf[i] ?? 0
      const half = (marks[style]?.width ?? 0) / 2
      blend[style]?.(Math.round(x * ratio - half), Math.round(y * ratio - half))
    }
  }
  paper.putImageData(drawn, 0, 0)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(sheet, 0, 0)
}

export function drawDensity(
  context: CanvasRenderingContext2D,
  density: Density,
  { scale, left, top }: Placement,
  ink: MapInk,
): void {
  const { ratio } = ink
  context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top)
  context.strokeStyle = ink.color('--plot-null-line')
  context.fillStyle = ink.color('--plot-null')
  context.lineWidth = 1 / scale
  for (const { path, opacity } of density) {
    context.globalAlpha = opacity
    context.fill(path)
    context.globalAlpha = opacity * 0.7
    context.stroke(path)
  }
  context.globalAlpha = 1
}

/** Near-duplicates touch and are joined; gives the places of those that had to move. */
function drawPairs(
  context: CanvasRenderingContext2D,
  scene: MapScene,
  at: Placement,
  r: number,
  ink: MapInk,
): Map<number, Point> {
  const moved = new Map<number, Point>()
  const placeOf = (i: number): Point => moved.get(i) ?? pointOnScreen(at, scene, i)
  context.strokeStyle = ink.color('--text')
  context.lineWidth = 1.25
  context.globalAlpha = scene.lit ? 0.3 : 0.75
  context.beginPath()
  for (const [a, b] of scene.pairs) {
    const [placeA, placeB] = touching(placeOf(a), placeOf(b), r)
    moved.set(a, placeA)
    moved.set(b, placeB)
  }
  for (const [a, b] of scene.pairs) {
    context.moveTo(...placeOf(a))
    context.lineTo(...placeOf(b))
  }
  context.stroke()
  context.globalAlpha = 1
  return moved
}
