import { contourDensity, geoPath, type Quadtree, quadtree } from 'd3'
import { MAP_SIDE, type Point, type Polygon } from '@/lib/memory/map.ts'
import { blender } from './blend-marks.ts'
import { drawOver } from './draw-over.ts'
import { type CameraOptions, createCamera } from './map-camera.ts'
import { MapInk } from './map-ink.ts'
import { type MapScene, type Placement, pointOnScreen } from './map-scene.ts'
import type { MapLook } from './map-url.ts'
import { touching } from './prepare-map.ts'

/** Until the frame with the first marks has been shown, ms. */
const ONE_FRAME_MS = 40
/** The ground is drawn this much wider than what is in sight, so that a pan finds it there, CSS pixels. */
const MARGIN = 200

export type MapEngine = ReturnType<typeof createEngine>

/**
 * Camera and frames of a map on two canvases. The ground, density and marks, is drawn when the hand rests, and only shifted and
 * stretched until then; labels, lasso, rings and the query lie over it and are drawn in each frame.
 */
export function createEngine(ground: HTMLCanvasElement, over: HTMLCanvasElement, options: CameraOptions) {
  const ink = new MapInk(over)
  let scene: MapScene | null = null
  let lasso: Polygon | null = null
  const near = createFinder()
  const paintGround = createGround(ground, over, ink)
  /** The ground is out of date. */
  let isOld = true
  const request = oncePerFrame(() => {
    if (!scene || over.clientWidth === 0) return
    const at = camera.placement()
    const r = radiusOf(scene, at.scale, over)
    paintGround(scene, at, r, isOld)
    isOld = false
    const { clientWidth: width, clientHeight: height } = over
    drawOver(
      sized(over, width, height, ink.ratio),
      scene,
      lasso,
      { at, r, width, height, near: near(scene) },
      ink,
    )
  })
  const renew = () => {
    isOld = true
    request()
  }
  const camera = createCamera(over, options, (isSettled) => (isSettled ? renew() : request()))
  const unwatch = watchCanvas(
    over,
    () => {
      camera.keepLook()
      camera.refit(scene)
    },
    () => {
      ink.forget()
      renew()
    },
  )
  return {
    ...camera,
    show(next: MapScene) {
      const before = scene
      scene = next
      if (before?.x !== next.x) camera.refit(scene)
      else if (before.styleOf !== next.styleOf || before.lit !== next.lit || before.pairs !== next.pairs)
        renew()
      else request()
    },
    lookAt(look: MapLook | null) {
      if (camera.want(look) && scene) camera.refit(scene)
    },
    drawLasso(polygon: Polygon | null) {
      lasso = polygon
      request()
    },
    focus: () => over.focus(),
    /** The entry nearest to a place on the canvas, CSS pixels; null when none is within `reach`. */
    pointAt(offset: Point, reach: number): number | null {
      return near(scene).find(...camera.placeAt(offset), reach / camera.placement().scale) ?? null
    },
    /** The entry nearest to the middle of what is in sight. */
    middlePoint(): number | null {
      return near(scene).find(...camera.placeAt([over.clientWidth / 2, over.clientHeight / 2])) ?? null
    },
    dispose() {
      request.stop()
      paintGround.stop()
      unwatch()
      camera.stop()
    },
  }
}

/** Draws density and marks when they are out of date or a pan has left the margin; moves what is drawn otherwise. */
function createGround(canvas: HTMLCanvasElement, over: HTMLCanvasElement, ink: MapInk) {
  let drawn: Placement | null = null
  let density: { x: ArrayLike<number>; lines: Density } | null = null
  let later: ReturnType<typeof setTimeout> | undefined
  let latest: { scene: MapScene; r: number } | null = null

  const draw = (scene: MapScene, at: Placement, r: number) => {
    const [width, height] = [over.clientWidth + 2 * MARGIN, over.clientHeight + 2 * MARGIN]
    const context = sized(canvas, width, height, ink.ratio)
    Object.assign(canvas.style, {
      left: `${-MARGIN}px`,
      top: `${-MARGIN}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    const shifted = { ...at, left: at.left + MARGIN, top: at.top + MARGIN }
    if (density?.x === scene.x) drawDensity(context, density.lines, shifted, ink)
    drawMarks(context, scene, shifted, r, ink)
    drawn = at
  }
  const paint = (scene: MapScene, at: Placement, r: number, isOld: boolean) => {
    latest = { scene, r }
    const isOut =
      drawn?.scale === at.scale &&
      Math.max(Math.abs(at.left - drawn.left), Math.abs(at.top - drawn.top)) > MARGIN
    if (isOld || isOut || drawn === null) draw(scene, at, r)
    const from = drawn ?? at
    const stretch = at.scale / from.scale
    const shift = (to: number, before: number) => to + MARGIN - (before + MARGIN) * stretch
    canvas.style.transform = `translate(${shift(at.left, from.left)}px, ${shift(at.top, from.top)}px) scale(${stretch})`
    // Marks first: the density comes once the frame that brings them has been shown.
    if (density?.x !== scene.x) later ??= setTimeout(drawWithDensity, ONE_FRAME_MS)
  }
  const drawWithDensity = () => {
    later = undefined
    if (!latest || !drawn) return
    density = { x: latest.scene.x, lines: densityOf(latest.scene) }
    draw(latest.scene, drawn, latest.r)
  }
  return Object.assign(paint, { stop: () => clearTimeout(later) })
}

/** Radius of a mark at this scale, CSS pixels: few entries are drawn larger, and all grow a little with a zoom. */
function radiusOf({ x }: MapScene, scale: number, { clientWidth, clientHeight }: HTMLCanvasElement): number {
  const base = Math.max(2, Math.min(4.6, 11 / Math.max(1, x.length) ** 0.17))
  const fit = Math.min(clientWidth, clientHeight) / MAP_SIDE
  return Math.min(8, base * Math.max(1, scale / Math.max(fit, 1e-6)) ** 0.28)
}

/** The empty canvas in CSS pixels, as large as it is shown. */
function sized(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  ratio: number,
): CanvasRenderingContext2D {
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no canvas')
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, w, h)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  return context
}

/** Paints at the next frame, however often it is asked. */
function oncePerFrame(paint: () => void) {
  let frame = 0
  const request = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      paint()
    })
  }
  return Object.assign(request, { stop: () => cancelAnimationFrame(frame) })
}

/** Tells of another size and of other colours, until it is called off. */
function watchCanvas(canvas: HTMLCanvasElement, onSize: () => void, onColors: () => void): () => void {
  const sizes = new ResizeObserver(onSize)
  sizes.observe(canvas)
  const themes = new MutationObserver(onColors)
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', onColors)
  return () => {
    sizes.disconnect()
    themes.disconnect()
    dark.removeEventListener('change', onColors)
  }
}

function createFinder() {
  let planted: { x: ArrayLike<number>; tree: Quadtree<number> } | null = null
  return (scene: Pick<MapScene, 'x' | 'y'> | null): Quadtree<number> => {
    const { x, y } = scene ?? { x: [], y: [] }
    if (planted?.x === x) return planted.tree
    const tree = quadtree<number>()
      .x((i) => x[i] ?? 0)
      .y((i) => y[i] ?? 0)
      .addAll(Array.from({ length: x.length }, (_, i) => i))
    planted = { x, tree }
    return tree
  }
}

/** Lines of equal density, faint to strong. */
type Density = Path2D[]

/** Where entries are dense, in map coordinates; empty where there are too few to say. */
function densityOf({ x, y }: Pick<MapScene, 'x' | 'y'>): Density {
  if (x.length < 30) return []
  const shapes = contourDensity<number>()
    .x((i) => x[i] ?? 0)
    .y((i) => y[i] ?? 0)
    .size([MAP_SIDE, MAP_SIDE])
    .cellSize(8)
    .bandwidth(26)
    .thresholds(6)(Array.from({ length: x.length }, (_, i) => i))
  const path = geoPath()
  return shapes.map((shape) => new Path2D(path(shape) ?? ''))
}

/** Draws pairs and entries; `r` is a mark's radius, CSS pixels. */
function drawMarks(
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

function drawDensity(
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
  for (const path of density) {
    context.globalAlpha = 0.42
    context.fill(path)
    context.globalAlpha = 0.294
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
