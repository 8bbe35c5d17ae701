'use client'

import { type PointerEvent, useRef, useState } from 'react'
import type { Drawing } from './drawing.ts'

export type BrushState = {
  /** What is brushed, in words: `Rungs`. */
  label: string
  /** The chosen values, both inclusive; null = none. */
  range: [number, number] | null
  onRange: (range: [number, number] | null) => void
}

/** A range drawn over a chart with the pointer; Escape lets it go. For the keyboard the same choice stands beside the chart as fields. */
export function Brush({ drawing, label, range, onRange }: BrushState & { drawing: Drawing }) {
  const [dragged, setDragged] = useState<[number, number] | null>(null)
  const from = useRef<number | null>(null)
  const { brush } = drawing
  if (!brush || brush.places.length === 0) return null
  const valueAt = (event: PointerEvent<HTMLDivElement>) =>
    nearest(brush.places, event.clientX - event.currentTarget.getBoundingClientRect().left)
  const end = (event: PointerEvent<HTMLDivElement>) => {
    const start = from.current
    from.current = null
    setDragged(null)
    if (start !== null) onRange(ordered(start, valueAt(event)))
  }
  const shown = dragged ?? range
  const [low, high] = shown ? edges(brush.places, shown) : [0, 0]
  return (
    <div
      aria-hidden="true"
      data-brush={label}
      className="absolute inset-x-0 cursor-crosshair touch-pan-y print:hidden"
      style={{ top: brush.top, height: brush.bottom - brush.top }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = valueAt(event)
        setDragged([from.current, from.current])
      }}
      onPointerMove={(event) => {
        if (from.current !== null) setDragged(ordered(from.current, valueAt(event)))
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        from.current = null
        setDragged(null)
      }}
    >
      {shown && (
        <div
          className="pointer-events-none absolute inset-y-0 border-ink border-x bg-ink/8"
          style={{ left: low, width: high - low }}
        />
      )}
    </div>
  )
}

const ordered = (a: number, b: number): [number, number] => (a <= b ? [a, b] : [b, a])

type Places = NonNullable<Drawing['brush']>['places']

function nearest(places: Places, x: number): number {
  let best = places[0]
  for (const place of places) if (Math.abs(place.at - x) < Math.abs((best?.at ?? 0) - x)) best = place
  return best?.value ?? 0
}

/** Half way to the neighbours, so that the chosen places lie inside. */
function edges(places: Places, [low, high]: [number, number]): [number, number] {
  const inside = places.filter(({ value }) => value >= low && value <= high)
  const [first, last] = [
    places.indexOf(inside[0] as Places[number]),
    places.indexOf(inside.at(-1) as Places[number]),
  ]
  const half = (i: number, j: number) => Math.abs((places[j]?.at ?? 0) - (places[i]?.at ?? 0)) / 2
  const before = first > 0 ? half(first - 1, first) : 12
  const after = last < places.length - 1 ? half(last, last + 1) : 12
  return [(places[first]?.at ?? 0) - before, (places[last]?.at ?? 0) + after]
}
