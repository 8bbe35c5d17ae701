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

/** Gesture, size, theme and frames of one canvas. */
export function createEngine(
  canvas: HTMLCanvasElement,
  options: {
    look: MapLook | null
    mayPan: (event: MouseEvent) => boolean
    onLook: (look: MapLook | null) => void
  },
) {
  const painter = new MapPainter(canvas)
  let scene: MapScene | null = null
  let planted: { x: ArrayLike<number>; tree: Quadtree<number> } | null = null
  let transform: ZoomTransform = zoomIdentity
  let wanted = options.look
  /** The map's own fit into the canvas, before any zoom. */
  let fit: Placement = { scale: 1, left: 0, top: 0 }
  let frame = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  let later: ReturnType<typeof setTimeout> | undefined
  let settled = true
  let silent = false

  const placement = (): Placement => ({
    scale: fit.scale * transform.k,
    left: fit.left * transform.k + transform.x,
    top: fit.top * transform.k + transform.y,
  })
  /** Entries first: density and margin are drawn once the frame that brings them has been shown. */
  const completeLater = () => {
    // One that waits is not put off: a hand that pans at once finds the margin too.
    later ??= setTimeout(() => {
      later = undefined
      if (painter.complete()) request()
    }, ONE_FRAME_MS)
  }
  const request = () => {
    if (frame) return
    frame = requestAnimationFrame(() => {
      frame = 0
      painter.paint(placement(), settled)
      if (scene) completeLater()
    })
  }
  const rest = () => {
    settled = true
    request()
    if (!silent) options.onLook(currentLook())
  }
  const behaviour = zoom<HTMLCanvasElement, unknown>()
    .scaleExtent([0.5, 60])
    .clickDistance(4)
    .filter((event: MouseEvent) => !event.button && (event.type === 'wheel' || options.mayPan(event)))
    .on('zoom', (event: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
      transform = event.transform
      settled = false
      request()
      clearTimeout(resting)
      resting = setTimeout(rest, REST_MS)
    })
  const selection = select(canvas)
  selection.call(behaviour).on('dblclick.zoom', null)

  const move = (next: ZoomTransform, isSilent: boolean) => {
    silent = isSilent
    selection.call(behaviour.transform, next)
    settled = true
    request()
    if (isSilent) {
      clearTimeout(resting)
      silent = false
    }
  }
  const transformOf = ({ k, x, y }: MapLook): ZoomTransform =>
    zoomIdentity
      .translate(canvas.clientWidth / 2, canvas.clientHeight / 2)
      .scale(k)
      .translate(-(fit.left + x * fit.scale), -(fit.top + y * fit.scale))
  const currentLook = (): MapLook | null => {
    if (transform.k === 1 && Math.abs(transform.x) < 1 && Math.abs(transform.y) < 1) return null
    const at = placement()
    return {
      k: transform.k,
      x: (canvas.clientWidth / 2 - at.left) / at.scale,
      y: (canvas.clientHeight / 2 - at.top) / at.scale,
    }
  }
  const refit = () => {
    fit = fitOf(scene, canvas.clientWidth, canvas.clientHeight)
    move(wanted ? transformOf(wanted) : zoomIdentity, true)
  }

  const sizes = new ResizeObserver(() => {
    wanted = currentLook() ?? wanted
    refit()
  })
  sizes.observe(canvas)
  const recolor = () => {
    painter.forgetColors()
    request()
  }
  const themes = new MutationObserver(recolor)
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', recolor)

  const placeAt = ([left, top]: Point): Point => {
    const at = placement()
    return [(left - at.left) / at.scale, (top - at.top) / at.scale]
  }
  /** Made when a hand first asks: the first frame does without it. */
  const tree = () => {
    const { x, y } = scene ?? { x: [], y: [] }
    if (planted?.x === x) return planted.tree
    const made = quadtree<number>()
      .x((i) => x[i] ?? 0)
      .y((i) => y[i] ?? 0)
      .addAll(Array.from({ length: x.length }, (_, i) => i))
    planted = { x, tree: made }
    return made
  }

  return {
    show(next: MapScene) {
      const isNew = scene?.x !== next.x
      scene = next
      painter.show(next)
      if (isNew) refit()
      else request()
    },
    lookAt(look: MapLook | null) {
      const now = currentLook()
      const isSame = look === null ? now === null : now !== null && isAlike(look, now)
      wanted = look
      if (!isSame && scene) refit()
    },
    drawLasso(polygon: Polygon | null) {
      painter.lasso = polygon
      request()
    },
    zoomBy: (factor: number) => selection.call(behaviour.scaleBy, factor),
    showAll() {
      wanted = null
      move(zoomIdentity, false)
    },
    focus: () => canvas.focus(),
    /** A place on the canvas in map coordinates. */
    placeAt,
    /** The entry nearest to a place on the canvas, CSS pixels; null when none is within `reach`. */
    pointAt(offset: Point, reach: number): number | null {
      return tree().find(...placeAt(offset), reach / placement().scale) ?? null
    },
    /** The entry nearest to the middle of what is in sight. */
    middlePoint(): number | null {
      return tree().find(...placeAt([canvas.clientWidth / 2, canvas.clientHeight / 2])) ?? null
    },
    bringIntoSight(x: number, y: number) {
      const at = placement()
      const [left, top] = [at.left + x * at.scale, at.top + y * at.scale]
      const { clientWidth: w, clientHeight: h } = canvas
      if (left > PADDING && top > PADDING && left < w - PADDING && top < h - PADDING) return
      selection.call(behaviour.translateBy, (w / 2 - left) / transform.k, (h / 2 - top) / transform.k)
    },
    dispose() {
      cancelAnimationFrame(frame)
      clearTimeout(resting)
      clearTimeout(later)
      sizes.disconnect()
      themes.disconnect()
      dark.removeEventListener('change', recolor)
      selection.on('.zoom', null)
    },
  }
}

function isAlike(a: MapLook, b: MapLook): boolean {
  return Math.abs(a.k - b.k) < 0.006 && Math.abs(a.x - b.x) < 0.06 && Math.abs(a.y - b.y) < 0.06
}
