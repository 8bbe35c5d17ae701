import { categoryPath } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { Ink } from './ink.ts'

interface DotProps {
  x: number
  y: number
  ink: Ink
  isFilled: boolean
  r: number
  category?: Category | undefined
  /** The one ring: what was decided on before looking. */
  isRinged?: boolean | undefined
  label: string
  href?: string | undefined
}

/** A mark of a figure: says what it stands for, and leads there. */
export function Dot({ x, y, ink, isFilled, r, category, isRinged, label, href }: DotProps) {
  const paint = { fill: isFilled ? inkOf(ink) : inkOf('surface'), stroke: inkOf(ink), strokeWidth: 1.25 }
  const mark = (
    <g>
      <title>{label}</title>
      {isRinged && <circle cx={x} cy={y} r={9} fill="none" stroke={inkOf('plot-line')} strokeWidth={1.5} />}
      {category ? (
        <path d={categoryPath(category, x, y, r)} {...paint} />
      ) : (
        <circle cx={x} cy={y} r={r} {...paint} />
      )}
    </g>
  )
  return href ? (
    <Link href={href} aria-label={label}>
      {mark}
    </Link>
  ) : (
    mark
  )
}

/** A single run, seed or shuffle beside the mean. */
export function DrawDot({ cx = 0, cy = 0 }: { cx?: number; cy?: number }) {
  return <circle cx={cx} cy={cy} r={2.5} fill={inkOf('surface')} stroke={inkOf('control')} />
}

export function Words({ x, y, anchor = 'start', ink = 'text-2', isStrong = false, children }: WordsProps) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={anchor}
      fontWeight={isStrong ? 500 : 400}
      className="font-sans"
      style={{ fill: inkOf(ink) }}
    >
      {children}
    </text>
  )
}

interface WordsProps {
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
  ink?: Ink
  isStrong?: boolean
  children: string
}

/** What is not known or was not run. */
export function HatchPattern({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="1" height="5" fill={inkOf('hairline-strong')} />
      </pattern>
    </defs>
  )
}

export function inkOf(ink: Ink): string {
  return `var(--${ink})`
}

/** What the axes of all pictures have in common. */
export const AXIS = {
  interval: 0,
  tickLine: false,
  tick: { fill: inkOf('text-3'), fontSize: 11 },
} as const
