// biome-ignore-all lint/a11y/useSemanticElements: a rule (hr) cannot be dragged nor take the arrow keys.
'use client'

import { type EntryColumn, entryField } from '@/lib/memory/filter/entry-fields.ts'

const STEP_PX = 12

type ColumnEdgeProps = {
  id: EntryColumn
  px: number
  onDrag: (px: number) => void
  onWidth: (px: number) => void
}

/** The left edge of a column: dragged, or moved with the arrow keys. */
export function ColumnEdge({ id, px, onDrag, onWidth }: ColumnEdgeProps) {
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${entryField(id).title}`}
      aria-valuenow={px}
      tabIndex={0}
      className="absolute top-0 -left-1.5 h-full w-2 cursor-col-resize touch-none hover:bg-strong focus-visible:bg-strong"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        onWidth(px + (event.key === 'ArrowLeft' ? STEP_PX : -STEP_PX))
      }}
      onPointerDown={(event) => {
        event.preventDefault()
        const edge = event.currentTarget
        const from = event.clientX
        edge.setPointerCapture(event.pointerId)
        const move = ({ clientX }: PointerEvent) => onDrag(px + from - clientX)
        const done = ({ clientX }: PointerEvent) => {
          edge.removeEventListener('pointermove', move)
          edge.removeEventListener('pointerup', done)
          onWidth(px + from - clientX)
        }
        edge.addEventListener('pointermove', move)
        edge.addEventListener('pointerup', done)
      }}
    />
  )
}
