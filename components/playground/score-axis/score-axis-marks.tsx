import clsx from 'clsx'
import { categoryColor, categoryPath } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { useShownAnswer } from '../playground-state.tsx'
import { HALO, type Place } from './score-axis-layers.tsx'

/** Every candidate in the shape of its category, the best on top; each leads to its entry. */
export function AxisCandidates({ axis, category, base, scale }: Place) {
  const { activeId, href, looksAt } = useShownAnswer()
  return [...axis.candidates].reverse().map((mark) => {
    const isActive = mark.entryId === activeId
    return (
      <Link
        key={mark.entryId}
        href={href(`/memories/${mark.entryId}`)}
        aria-label={mark.label}
        {...looksAt(mark.entryId)}
      >
        <title>{mark.label}</title>
        <rect x={mark.x - 8} y={base - 22 * scale} width="16" height={28 * scale} fill="transparent" />
        <path
          d={categoryPath(category, mark.x, base - 7 * scale, (isActive ? 6.4 : 5) * scale)}
          fill={categoryColor(category)}
          stroke="var(--surface)"
        />
      </Link>
    )
  })
}

/** The floor under which nothing is injected. */
export function AxisFloor({ axis: { floor }, base, top, scale }: Place) {
  return (
    floor && (
      <>
        <path
          d={`M${floor.x} ${top + 34 * scale}V${base + 6 * scale}`}
          stroke="var(--text)"
          strokeWidth="1.5"
        />
        <text
          x={floor.x + (floor.side === 'left' ? -6 : 6)}
          y={top + 44 * scale}
          textAnchor={floor.side === 'left' ? 'end' : 'start'}
          className={clsx(HALO, 'fill-ink text-micro')}
        >
          {floor.label}
        </text>
      </>
    )
  )
}

/** The one ring: chosen. It lands once for each answer. */
export function AxisRing({ axis: { winner }, base, scale }: Place) {
  return (
    winner && (
      <circle
        key={winner.entryId}
        cx={winner.x}
        cy={base - 7 * scale}
        r={11 * scale}
        fill="none"
        stroke="var(--text)"
        strokeWidth="1.5"
        className="pointer-events-none origin-center transition-[transform,opacity] delay-(--t-move) duration-(--t-move) ease-out [transform-box:fill-box] starting:scale-150 starting:opacity-0"
      />
    )
  )
}
