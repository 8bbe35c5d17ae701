'use client'

import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { MapLook } from '@/components/map/map-url.ts'
import { type Direction, nextPoint } from '@/components/map/prepare-map.ts'
import { type Point, type Polygon, simplified } from '@/lib/memory/map.ts'
import { createEngine, type MapEngine } from './map-engine.ts'
import type { MapScene } from './map-scene.ts'

/** How near a pointer and a finger must come to an entry, CSS pixels. */
const REACH = { mouse: 14, touch: 24 }

/** What the screen may ask of the canvas. */
export type MapHandle = { zoomBy: (factor: number) => void; showAll: () => void; focus: () => void }

/** The entries on a canvas: drag pans, wheel and pinch zoom, arrows go from entry to entry. React owns the element, d3 the gesture. */
export function MapCanvas(props: MapCanvasProps) {
  const state = useMapEngine(props)
  const { canvasRef, describedBy, engine, isLasso, label, onArea, onChoose, onOpen, onPoint, scene } = state

  const lasso = useRef<Polygon | null>(null)
  /** The end of a lasso is no click on an entry. */
  const hasDrawn = useRef(false)
  const offsetOf = ({ nativeEvent: { offsetX, offsetY } }: { nativeEvent: MouseEvent }): Point => [
    offsetX,
    offsetY,
  ]

  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    hasDrawn.current = false
    if (!engine.current || event.button !== 0 || !event.isPrimary) return
    if (!isLasso && !event.shiftKey) return
    event.currentTarget.setPointerCapture(event.pointerId)
    lasso.current = [engine.current.placeAt(offsetOf(event))]
    engine.current.drawLasso(lasso.current)
  }
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!engine.current || !event.isPrimary) return
    const offset = offsetOf(event)
    if (lasso.current) {
      lasso.current.push(engine.current.placeAt(offset))
      engine.current.drawLasso(lasso.current)
    } else if (event.buttons === 0 && event.pointerType !== 'touch')
      onPoint(engine.current.pointAt(offset, REACH.mouse), offset)
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
    const from = scene.chosen ?? engine.current?.middlePoint() ?? null
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
        const isTouch = (event.nativeEvent as { pointerType?: string }).pointerType === 'touch'
        onChoose(engine.current?.pointAt(offsetOf(event), isTouch ? REACH.touch : REACH.mouse) ?? null)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

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

function useMapEngine({
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
}: MapCanvasProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const engine = useRef<MapEngine | null>(null)
  const told = useRef({ onLook })
  told.current = { onLook }
  const firstLook = useRef(look)
  const wantsLasso = useRef(isLasso)
  wantsLasso.current = isLasso

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
  return { canvasRef, describedBy, engine, isLasso, label, onArea, onChoose, onOpen, onPoint, scene }
}
