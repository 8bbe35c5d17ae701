'use client'

import { useId } from 'react'
import { Link } from '@/components/ui/link.tsx'
import type { Drawing, Ink, Mark } from './drawing.ts'

/** Draws the marks; those that lead somewhere are links that the keyboard reaches. */
export function DrawingView({ drawing }: { drawing: Drawing }) {
  const hatchId = useId()
  const { width, height, title, marks } = drawing
  const hasLinks = marks.some((mark) => 'href' in mark && mark.href !== undefined)
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role={hasLinks ? 'group' : 'img'}
      aria-label={title}
      className="block overflow-visible"
    >
      <defs>
        <pattern
          id={hatchId}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="1" height="5" fill="var(--hairline-strong)" />
        </pattern>
      </defs>
      {marks.map((mark, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing has no identity but its order.
        <MarkView key={i} mark={mark} hatchId={hatchId} />
      ))}
    </svg>
  )
}

function MarkView({ mark, hatchId }: { mark: Mark; hatchId: string }) {
  if (!('href' in mark) || mark.href === undefined) return <Shape mark={mark} hatchId={hatchId} />
  return (
    <Link href={mark.href} aria-label={mark.label}>
      <Shape mark={mark} hatchId={hatchId} />
    </Link>
  )
}

type Paint = (ink: Ink | 'hatch' | undefined) => string

function Shape({ mark, hatchId }: { mark: Mark; hatchId: string }) {
  const paint: Paint = (ink) =>
    ink === undefined ? 'none' : ink === 'hatch' ? `url(#${hatchId})` : `var(--${ink})`
  if (mark.kind === 'text') return <Words mark={mark} paint={paint} />
  if (mark.kind === 'line')
    return (
      <line
        x1={mark.x1}
        y1={mark.y1}
        x2={mark.x2}
        y2={mark.y2}
        stroke={paint(mark.ink)}
        strokeWidth={mark.width ?? 1}
        strokeDasharray={mark.dash}
      />
    )
  const colours = { fill: paint(mark.fill), stroke: paint(mark.stroke) }
  const title = mark.label && <title>{mark.label}</title>
  if (mark.kind === 'path')
    return (
      <path
        d={mark.d}
        {...colours}
        fillOpacity={mark.opacity}
        strokeWidth={mark.width}
        strokeDasharray={mark.dash}
      >
        {title}
      </path>
    )
  if (mark.kind === 'circle')
    return (
      <circle cx={mark.x} cy={mark.y} r={mark.r} {...colours} strokeWidth={mark.width}>
        {title}
      </circle>
    )
  const { x, y, w, h, opacity } = mark
  return (
    <rect x={x} y={y} width={Math.max(0, w)} height={Math.max(0, h)} {...colours} fillOpacity={opacity}>
      {title}
    </rect>
  )
}

function Words({ mark, paint }: { mark: Extract<Mark, { kind: 'text' }>; paint: Paint }) {
  return (
    <text
      x={mark.x}
      y={mark.y}
      textAnchor={mark.anchor}
      style={{
        fill: paint(mark.ink ?? 'text-2'),
        // Legible over whatever it lies on.
        ...(mark.over ? { stroke: 'var(--surface)', strokeWidth: 4, paintOrder: 'stroke' } : {}),
        fontWeight: mark.strong ? 500 : undefined,
        fontFamily: mark.mono ? undefined : 'var(--font-geist-sans), system-ui, sans-serif',
      }}
    >
      {mark.text}
    </text>
  )
}
