import { type D3ZoomEvent, type Quadtree, quadtree, select, type ZoomTransform, zoom, zoomIdentity } from 'd3'
import type { MapLook } from '@/components/map/map-url.ts'
import type { Point, Polygon } from '@/lib/memory/map.ts'
import { fitOf, PADDING } from './map-fit.ts'
import { MapPainter } from './map-painter.ts'
import type { MapScene, Placement } from './map-scene.ts'

/** When a hand counts as resting, ms. */
const REST_MS = 110
/** Until a frame that was drawn has been shown, and the next one begun, ms. */
const ONE_FRAME_MS = 40

export type MapEngine = ReturnType<typeof createEngine>

type CameraOptions = {
  look: MapLook | null
  mayPan: (event: MouseEvent) => boolean
  onLook: (look: MapLook | null) => void
}

/** Camera, size, theme and frames of one canvas. */
export function createEngine(canvas: HTMLCanvasElement, options: CameraOptions) {
  const painter = new MapPainter(canvas)
  let scene: MapScene | null = null
  const near = createFinder()
  const frames = createFrames(
    () => {
      painter.paint(camera.placement(), camera.isSettled())
      return scene !== null
    },
    () => painter.complete(),
  )
  const { request } = frames
  const camera = createCamera(canvas, options, request)
  const unwatch = watchCanvas(
    canvas,
    () => {
      camera.keepLook()
      camera.refit(scene)
    },
    () => {
      painter.forgetColors()
      request()
    },
  )
  return {
    ...camera,
    show(next: MapScene) {
      const isNew = scene?.x !== next.x
      scene = next
      painter.show(next)
      if (isNew) camera.refit(scene)
      else request()
    },
    lookAt(look: MapLook | null) {
      if (camera.want(look) && scene) camera.refit(scene)
    },
    drawLasso(polygon: Polygon | null) {
      painter.lasso = polygon
      request()
    },
    focus: () => canvas.focus(),
    /** The entry nearest to a place on the canvas, CSS pixels; null when none is within `reach`. */
    pointAt(offset: Point, reach: number): number | null {
      return near(scene).find(...camera.placeAt(offset), reach / camera.placement().scale) ?? null
    },
    /** The entry nearest to the middle of what is in sight. */
    middlePoint(): number | null {
      return near(scene).find(...camera.placeAt([canvas.clientWidth / 2, canvas.clientHeight / 2])) ?? null
    },
    dispose() {
      frames.stop()
      unwatch()
      camera.stop()
    },
  }
}

/** What of the map is in sight: the map's own fit into the canvas, and the zoom upon it by hand or by order. */
function createCamera(
  canvas: HTMLCanvasElement,
  { look, mayPan, onLook }: CameraOptions,
  request: () => void,
) {
  let wanted = look
  let fit: Placement = { scale: 1, left: 0, top: 0 }
  const gesture = createGesture(canvas, mayPan, request, () => onLook(currentLook()))
  const placement = (): Placement => {
    const { k, x, y } = gesture.transform()
    return { scale: fit.scale * k, left: fit.left * k + x, top: fit.top * k + y }
  }
  const currentLook = () => lookOf(gesture.transform(), placement(), canvas)
  return {
    placement,
    isSettled: gesture.isSettled,
    zoomBy: gesture.zoomBy,
    stop: gesture.stop,
    refit(scene: MapScene | null) {
      fit = fitOf(scene, canvas.clientWidth, canvas.clientHeight)
      gesture.move(wanted ? transformOf(wanted, fit, canvas) : zoomIdentity, true)
    },
    /** What is in sight now stays wanted when the canvas changes its size. */
    keepLook() {
      wanted = currentLook() ?? wanted
    },
    /** True where that is not in sight yet. */
    want(next: MapLook | null): boolean {
      const now = currentLook()
      wanted = next
      return !(next === null ? now === null : now !== null && isAlike(next, now))
    },
    showAll() {
      wanted = null
      gesture.move(zoomIdentity, false)
    },
    /** A place on the canvas in map coordinates. */
    placeAt([left, top]: Point): Point {
      const at = placement()
      return [(left - at.left) / at.scale, (top - at.top) / at.scale]
    },
    bringIntoSight(x: number, y: number) {
      const way = wayToMiddle([x, y], placement(), canvas)
      if (way) gesture.moveBy(way)
    },
  }
}

/** Zoom and place by hand or by order; `onRest` once the hand lies still, and not for a silent order. */
function createGesture(
  canvas: HTMLCanvasElement,
  mayPan: (event: MouseEvent) => boolean,
  onMove: () => void,
  onRest: () => void,
) {
  let transform: ZoomTransform = zoomIdentity
  let resting: ReturnType<typeof setTimeout> | undefined
  let settled = true
  let silent = false
  const rest = () => {
    settled = true
    onMove()
    if (!silent) onRest()
  }
  const behaviour = zoom<HTMLCanvasElement, unknown>()
    .scaleExtent([0.5, 60])
    .clickDistance(4)
    .filter((event: MouseEvent) => !event.button && (event.type === 'wheel' || mayPan(event)))
    .on('zoom', (event: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
      transform = event.transform
      settled = false
      onMove()
      clearTimeout(resting)
      resting = setTimeout(rest, REST_MS)
    })
  const selection = select(canvas)
  selection.call(behaviour).on('dblclick.zoom', null)

  const move = (next: ZoomTransform, isSilent: boolean) => {
    silent = isSilent
    selection.call(behaviour.transform, next)
    settled = true
    onMove()
    if (isSilent) {
      clearTimeout(resting)
      silent = false
    }
  }
  return {
    move,
    transform: () => transform,
    isSettled: () => settled,
    zoomBy: (factor: number) => selection.call(behaviour.scaleBy, factor),
    /** By CSS pixels. */
    moveBy: ([x, y]: Point) => selection.call(behaviour.translateBy, x / transform.k, y / transform.k),
    stop() {
      clearTimeout(resting)
      selection.on('.zoom', null)
    },
  }
}

/** Paints once a frame, however often it is asked. */
function createFrames(paint: () => boolean, complete: () => boolean) {
  let frame = 0
  let later: ReturnType<typeof setTimeout> | undefined
  /** Entries first: density and margin are drawn once the frame that brings them has been shown. */
  const completeLater = () => {
    // One that waits is not put off: a hand that pans at once finds the margin too.
    later ??= setTimeout(() => {
      later = undefined
      if (complete()) request()
    }, ONE_FRAME_MS)
  }
  const request = () => {
    if (frame) return
    frame = requestAnimationFrame(() => {
      frame = 0
      if (paint()) completeLater()
    })
  }
  const stop = () => {
    cancelAnimationFrame(frame)
    clearTimeout(later)
  }
  return { request, stop }
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

/** Entries by their place; made when a hand first asks: the first frame does without it. */
function createFinder() {
  let planted: { x: ArrayLike<number>; tree: Quadtree<number> } | null = null
  return (scene: MapScene | null): Quadtree<number> => {
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

type Size = Pick<HTMLCanvasElement, 'clientWidth' | 'clientHeight'>

function transformOf(
  { k, x, y }: MapLook,
  fit: Placement,
  { clientWidth, clientHeight }: Size,
): ZoomTransform {
  return zoomIdentity
    .translate(clientWidth / 2, clientHeight / 2)
    .scale(k)
    .translate(-(fit.left + x * fit.scale), -(fit.top + y * fit.scale))
}

/** What is in the middle, and how near; null while the whole map is. */
function lookOf(
  { k, x, y }: ZoomTransform,
  at: Placement,
  { clientWidth, clientHeight }: Size,
): MapLook | null {
  if (k === 1 && Math.abs(x) < 1 && Math.abs(y) < 1) return null
  return { k, x: (clientWidth / 2 - at.left) / at.scale, y: (clientHeight / 2 - at.top) / at.scale }
}

/** From a place of the map to the middle of the canvas, CSS pixels; null where it is in sight. */
function wayToMiddle([x, y]: Point, at: Placement, { clientWidth: w, clientHeight: h }: Size): Point | null {
  const [left, top] = [at.left + x * at.scale, at.top + y * at.scale]
  if (left > PADDING && top > PADDING && left < w - PADDING && top < h - PADDING) return null
  return [w / 2 - left, h / 2 - top]
}

function isAlike(a: MapLook, b: MapLook): boolean {
  return Math.abs(a.k - b.k) < 0.006 && Math.abs(a.x - b.x) < 0.06 && Math.abs(a.y - b.y) < 0.06
}
