'use client'

import clsx from 'clsx'
import { useWidth } from '@/components/figures/use-width.ts'
import { categoryColor, categoryPath, formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { useShownAnswer } from '../playground-state.tsx'
import { usePresentScale } from '../present/use-present-scale.ts'
import { type AxisInput, isChosen, NARROW, prepareScoreAxis } from './prepare-score-axis.ts'
import { AxisGround, AxisMargin, AxisWinner, HALO, type Place } from './score-axis-layers.tsx'

/** Stage 2: every candidate on one fixed score axis, before what unrelated questions reach. */
export function ScoreAxisChart() {
  const { data: shown, isPresenting } = useShownAnswer()
  const { hits, kept, intent } = shown.answer
  const data: AxisInput = { ...shown, hits, kept, floor: shown.asked.floor ?? null }
  const [ref, width] = useWidth<HTMLElement>()
  // Beside the axis the best candidates have to have room.
  const scale = usePresentScale(isPresenting) * (isPresenting ? 0.95 : 1)
  return (
    <figure ref={ref} aria-label={axisSentence(data)} className="mt-2" style={{ height: 186 * scale }}>
      {width !== null && (
        // biome-ignore lint/a11y/noSvgWithoutTitle: the figure names it; a title would be a tooltip over everything.
        <svg width={width} height={186 * scale} className="block overflow-visible">
          <Scene place={placeOf(data, { width, scale, category: intent.category })} data={data} />
        </svg>
      )}
    </figure>
  )
}

function placeOf(data: AxisInput, size: Pick<Place, 'width' | 'scale' | 'category'>): Place {
  const { width, scale } = size
  const base = 160 * scale
  const axis = prepareScoreAxis(data, { width, base, plotHeight: 78 * scale, letter: 5.6 * scale })
  return { ...size, axis, base, top: base - 92 * scale, isNarrow: width < NARROW }
}

/** Back to front: what unrelated questions reach, the category, the margin, then the candidates over all. */
function Scene({ place, data }: { place: Place; data: AxisInput }) {
  return (
    <>
      <AxisGround {...place} />
      <AxisMargin {...place} />
      <AxisWinner {...place} />
      <AxisCandidates {...place} />
      <AxisFloor {...place} />
      {isChosen(data) && <AxisRing {...place} />}
    </>
  )
}

function axisSentence(data: AxisInput): string {
  const [best, second] = data.hits
  if (best === undefined)
    return `No candidate. ${formatCount(data.unrelated.questionCount)} unrelated questions as a background.`
  const next = second === undefined ? 'no runner-up' : `runner-up ${second.score.toFixed(6)}`
  const limit =
    data.unrelated.highFrom === null
      ? 'too few unrelated questions to judge'
      : `80 % of unrelated questions below ${data.unrelated.highFrom.toFixed(3)}`
  return `Scores of the candidates: winner ${best.score.toFixed(6)}, ${next}, ${limit}`
}

/** Every candidate in the shape of its category, the best on top; each leads to its entry. */
function AxisCandidates({ axis, category, base, scale }: Place) {
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

/** The minimum score, below which nothing is injected. */
function AxisFloor({ axis: { floor }, base, top, scale }: Place) {
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
function AxisRing({ axis: { winner }, base, scale }: Place) {
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
