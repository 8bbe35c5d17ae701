'use client'

import { type D3ZoomEvent, quadtree, select, type ZoomTransform, zoom, zoomIdentity } from 'd3'
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { type Point, type Polygon, simplified } from '@/lib/memory/map.ts'
import { MapPainter, type MapScene, type Placement } from './draw-map.ts'
import type { MapLook } from './map-url.ts'
import { type Direction, nextPoint } from './prepare-map.ts'

const PADDING = 28
/** How near the pointer must come to an entry, CSS pixels. */
const REACH = 14
/** When a hand counts as resting, ms. */
const REST_MS = 110

/** What the desk may ask of the canvas. */
export type MapHandle = { zoomBy: (factor: number) => void; showAll: () => void; focus: () => void }

/** The entries on a canvas: drag pans, wheel and pinch zoom, arrows go from entry to entry. React owns the element, d3 the gesture. */
export function MapCanvas({
  scene,
  look,
  isLasso,
  label,
  describedBy,
  handle,
  onLook,
  onPoint,
  onChoose,
  onOpen,
  onArea,
}: {
  scene: MapScene
  /** What the address says is in sight; null = everything. */
  look: MapLook | null
  isLasso: boolean
  label: string
  describedBy: string
  handle: { current: MapHandle | null }
  onLook: (look: MapLook | null) => void
  /** Under the pointer, with its place in the canvas; null when it leaves. */
  onPoint: (point: number | null, at: Point) => void
  onChoose: (point: number | null) => void
  onOpen: (point: number) => void
  onArea: (polygon: Polygon) => void
}) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const engine = useRef<Engine | null>(null)
  const told = useRef({ onLook })
  told.current = { onLook }
  const firstLook = useRef(look)
  const wantsLasso = useRef(isLasso)
  wantsLasso.current = isLasso

  const tree = useMemo(
    () =>
      quadtree<number>()
        .x((i) => scene.x[i] ?? 0)
        .y((i) => scene.y[i] ?? 0)
        .addAll(Array.from({ length: scene.x.length }, (_, i) => i)),
    [scene.x, scene.y],
  )

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas) return
    const made = createEngine(canvas, {
      look: firstLook.current,
      mayPan: (event) => !wantsLasso.current && !event.shiftKey,
      onLook: (next) => told.current.onLook(next),
    })
    engine.current = made
    handle.current = made
    return () => {
      made.dispose()
      engine.current = null
      handle.current = null
    }
  }, [handle])

  useEffect(() => engine.current?.show(scene), [scene])
  // Back and forward change the address from outside.
  useEffect(() => engine.current?.lookAt(look), [look])

  const lasso = useRef<Polygon | null>(null)
  /** The end of a lasso is no click on an entry. */
  const hasDrawn = useRef(false)
  const near = (event: PointerEvent<HTMLCanvasElement>) => {
    const { offsetX, offsetY } = event.nativeEvent
    const at = engine.current?.placement()
    if (!at) return null
    const [x, y] = [(offsetX - at.left) / at.scale, (offsetY - at.top) / at.scale]
    return {
      offset: [offsetX, offsetY] as Point,
      map: [x, y] as Point,
      point: tree.find(x, y, REACH / at.scale) ?? null,
    }
  }

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    const found = near(event)
    hasDrawn.current = false
    if (!found || event.button !== 0 || !(isLasso || event.shiftKey)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    lasso.current = [found.map]
    engine.current?.drawLasso(lasso.current)
  }
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const found = near(event)
    if (!found) return
    if (lasso.current) {
      lasso.current.push(found.map)
      engine.current?.drawLasso(lasso.current)
    } else if (event.buttons === 0) onPoint(found.point, found.offset)
  }
  const onPointerUp = () => {
    const drawn = lasso.current
    lasso.current = null
    hasDrawn.current = drawn !== null
    engine.current?.drawLasso(null)
    const polygon = drawn ? simplified(drawn) : []
    if (polygon.length >= 3) onArea(polygon)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLCanvasElement>) => {
    if (event.key === 'Enter' && scene.chosen !== null) {
      event.preventDefault()
      event.stopPropagation()
      onOpen(scene.chosen)
    }
    if (!event.key.startsWith('Arrow') || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    const from = scene.chosen ?? engine.current?.middlePoint(tree) ?? null
    if (from === null) return
    const to = scene.chosen === null ? from : nextPoint(scene, from, event.key as Direction)
    if (to === null) return
    onChoose(to)
    engine.current?.bringIntoSight(scene.x[to] ?? 0, scene.y[to] ?? 0)
  }

  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: arrow keys go from entry to entry; the table beside it says the same in text.
    <canvas
      ref={canvasRef}
      tabIndex={0}
      role="application"
      aria-label={label}
      aria-describedby={describedBy}
      data-testid="map"
      className="absolute inset-0 size-full touch-none outline-offset-[-2px]"
      style={{ cursor: isLasso ? 'crosshair' : scene.pointed === null ? 'grab' : 'pointer' }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onPointerLeave={() => onPoint(null, [0, 0])}
      onClick={(event) => {
        if (hasDrawn.current) {
          hasDrawn.current = false
          return
        }
        const { offsetX, offsetY } = event.nativeEvent
        const at = engine.current?.placement()
        if (!at) return
        onChoose(
          tree.find((offsetX - at.left) / at.scale, (offsetY - at.top) / at.scale, REACH / at.scale) ?? null,
        )
      }}
      onKeyDown={onKeyDown}
    />
  )
}

type Engine = ReturnType<typeof createEngine>

/** Gesture, size, theme and frames of one canvas. */
function createEngine(
  canvas: HTMLCanvasElement,
  options: {
    look: MapLook | null
    mayPan: (event: MouseEvent) => boolean
    onLook: (look: MapLook | null) => void
  },
) {
  const painter = new MapPainter(canvas)
  let scene: MapScene | null = null
  let transform: ZoomTransform = zoomIdentity
  let wanted = options.look
  /** The map's own fit into the canvas, before any zoom. */
  let fit: Placement = { scale: 1, left: 0, top: 0 }
  let frame = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  let settled = true
  let silent = false

  const placement = (): Placement => ({
    scale: fit.scale * transform.k,
    left: fit.left * transform.k + transform.x,
    top: fit.top * transform.k + transform.y,
  })
  const request = () => {
    if (frame) return
    frame = requestAnimationFrame(() => {
      frame = 0
      painter.paint(placement(), settled)
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

  return {
    placement,
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
    /** The entry nearest to the middle of what is in sight. */
    middlePoint(tree: { find(x: number, y: number): number | undefined }): number | null {
      const at = placement()
      return (
        tree.find(
          (canvas.clientWidth / 2 - at.left) / at.scale,
          (canvas.clientHeight / 2 - at.top) / at.scale,
        ) ?? null
      )
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
      sizes.disconnect()
      themes.disconnect()
      dark.removeEventListener('change', recolor)
      selection.on('.zoom', null)
    },
  }
}

/** The whole map inside the canvas, both axes alike. */
function fitOf(scene: MapScene | null, width: number, height: number): Placement {
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

function isAlike(a: MapLook, b: MapLook): boolean {
  return Math.abs(a.k - b.k) < 0.006 && Math.abs(a.x - b.x) < 0.06 && Math.abs(a.y - b.y) < 0.06
}
