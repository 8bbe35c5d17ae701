'use client'

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { type Point, type Polygon, simplified } from '@/lib/memory/map.ts'
import { createEngine, type MapEngine } from './map-engine.ts'
import type { MapScene } from './map-scene.ts'
import type { MapLook } from './map-url.ts'
import { type Direction, nextPoint } from './prepare-map.ts'

/** How near a pointer and a finger must come to an entry, CSS pixels. */
const REACH = { mouse: 14, touch: 24 }

/** What the screen may ask of the canvas. */
export type MapHandle = { zoomBy: (factor: number) => void; showAll: () => void; focus: () => void }

type MapCanvasProps = {
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
}

/** The entries on a canvas: drag pans, wheel and pinch zoom, arrows go from entry to entry. React owns the element, d3 the gesture. */
export function MapCanvas(props: MapCanvasProps) {
  const { scene, isLasso, label, describedBy } = props
  const { groundRef, canvasRef, engine } = useMapEngine(props)
  return (
    <div className="absolute inset-0 overflow-hidden">
      <canvas ref={groundRef} className="absolute max-w-none origin-top-left" />
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: arrow keys go from entry to entry; the table beside it says the same in text. */}
      <canvas
        ref={canvasRef}
        tabIndex={0}
        role="application"
        aria-label={label}
        aria-describedby={describedBy}
        data-testid="map"
        className="absolute inset-0 size-full touch-none outline-offset-[-2px]"
        style={{ cursor: isLasso ? 'crosshair' : scene.pointed === null ? 'grab' : 'pointer' }}
        {...usePointing(engine, props)}
        onKeyDown={(event) => goByKey(event, engine.current, props)}
      />
    </div>
  )
}

type EngineRef = RefObject<MapEngine | null>

/** By pointer: entries are met and chosen, and a lasso is drawn round them. */
function usePointing(engine: EngineRef, { isLasso, onPoint, onChoose, onArea }: MapCanvasProps) {
  const lasso = useRef<Polygon | null>(null)
  /** The end of a lasso is no click on an entry. */
  const hasDrawn = useRef(false)
  const end = () => {
    const drawn = lasso.current
    lasso.current = null
    hasDrawn.current = drawn !== null
    engine.current?.drawLasso(null)
    const polygon = drawn ? simplified(drawn) : []
    if (polygon.length >= 3) onArea(polygon)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
      hasDrawn.current = false
      if (!engine.current || event.button !== 0 || !event.isPrimary) return
      if (!isLasso && !event.shiftKey) return
      event.currentTarget.setPointerCapture(event.pointerId)
      lasso.current = [engine.current.placeAt(offsetOf(event))]
      engine.current.drawLasso(lasso.current)
    },
    onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => {
      if (!engine.current || !event.isPrimary) return
      const offset = offsetOf(event)
      if (lasso.current) {
        lasso.current.push(engine.current.placeAt(offset))
        engine.current.drawLasso(lasso.current)
      } else if (event.buttons === 0 && event.pointerType !== 'touch')
        onPoint(engine.current.pointAt(offset, REACH.mouse), offset)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: () => onPoint(null, [0, 0]),
    onClick: (event: MouseEvent<HTMLCanvasElement>) => {
      const isEndOfLasso = hasDrawn.current
      hasDrawn.current = false
      if (isEndOfLasso) return
      const isTouch = (event.nativeEvent as { pointerType?: string }).pointerType === 'touch'
      onChoose(engine.current?.pointAt(offsetOf(event), isTouch ? REACH.touch : REACH.mouse) ?? null)
    },
  }
}

function offsetOf({ nativeEvent: { offsetX, offsetY } }: MouseEvent): Point {
  return [offsetX, offsetY]
}

/** Arrows go to the next entry that way, from the middle of what is in sight at first; Enter opens it. */
function goByKey(
  event: KeyboardEvent,
  engine: MapEngine | null,
  { scene, onChoose, onOpen }: Pick<MapCanvasProps, 'scene' | 'onChoose' | 'onOpen'>,
) {
  if (event.key === 'Enter' && scene.chosen !== null) {
    event.preventDefault()
    event.stopPropagation()
    onOpen(scene.chosen)
  }
  if (!event.key.startsWith('Arrow') || event.metaKey || event.ctrlKey || event.altKey) return
  event.preventDefault()
  const from = scene.chosen ?? engine?.middlePoint() ?? null
  if (from === null) return
  const to = scene.chosen === null ? from : nextPoint(scene, from, event.key as Direction)
  if (to === null) return
  onChoose(to)
  engine?.bringIntoSight(scene.x[to] ?? 0, scene.y[to] ?? 0)
}

/** The engine of the canvas, as long as that stands; it follows the scene and the address. */
function useMapEngine({
  scene,
  look,
  isLasso,
  handle,
  onLook,
}: Pick<MapCanvasProps, 'scene' | 'look' | 'isLasso' | 'handle' | 'onLook'>) {
  const groundRef = useRef<HTMLCanvasElement>(null)
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const engine = useRef<MapEngine | null>(null)
  const told = useRef({ onLook, isLasso })
  told.current = { onLook, isLasso }
  const firstLook = useRef(look)

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !groundRef.current) return
    const made = createEngine(groundRef.current, canvas, {
      look: firstLook.current,
      mayPan: (event) => !told.current.isLasso && !event.shiftKey,
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
  return { groundRef, canvasRef, engine }
}
