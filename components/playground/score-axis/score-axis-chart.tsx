'use client'

import clsx from 'clsx'
import { useWidth } from '@/components/figures/use-width.ts'
import { categoryColor, categoryPath, formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { TERMS } from '@/components/ui/term.tsx'
import type { Category } from '@/lib/memory/category.ts'
import { useShownAnswer } from '../playground-state.tsx'
import { usePresentScale } from '../present/use-present-scale.ts'
import { type AxisInput, isChosen, NARROW, prepareScoreAxis, type ScoreAxis } from './prepare-score-axis.ts'

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

/** Where the layers of the score axis draw: `base` is the axis, `top` the upper end of its lines, px. */
type Place = {
  axis: ScoreAxis
  category: Category
  width: number
  base: number
  top: number
  /** Of type and marks: larger while presenting. */
  scale: number
  isNarrow: boolean
}

/** Words stay readable over lines. */
const HALO = '[paint-order:stroke] stroke-surface [stroke-width:5px]'

const WORDS = 'text-micro font-sans'

/** Grid, unrelated questions, this category, every entry above the line as a tick, and the line itself. */
function AxisGround({ axis, category, width, base, top, scale, isNarrow }: Place) {
  const color = categoryColor(category)
  return (
    <>
      {axis.ticks.map((tick) => (
        <g key={tick.value}>
          <path d={`M${tick.x} ${top}V${base}`} stroke="var(--plot-grid)" />
          <text x={tick.x} y={base + 16 * scale} textAnchor={tick.anchor} className="text-micro">
            {tick.label}
          </text>
        </g>
      ))}
      {axis.unrelated && (
        <>
          <path d={axis.unrelated.area} fill="var(--plot-null)" />
          <path d={axis.unrelated.outline} fill="none" stroke="var(--plot-null-line)" />
        </>
      )}
      <CategoryLine axis={axis} category={category} isNarrow={isNarrow} />
      <path
        d={axis.poolTicks.map((x) => `M${x.toFixed(1)} ${base - 9 * scale}V${base}`).join('')}
        stroke={color}
        strokeWidth={axis.isEveryEntryATick ? 1.5 : 1}
        opacity={axis.isEveryEntryATick ? 0.65 : 0.35}
      />
      <path d={`M0 ${base}H${width}`} stroke="var(--plot-axis)" />

      {axis.threshold && (
        <path
          d={`M${axis.threshold.x} ${top}V${base}`}
          stroke="var(--plot-null-line)"
          strokeDasharray="2 3"
        />
      )}
      {axis.unrelated && (
        <text className={WORDS}>
          <title>{TERMS['unrelated questions']}</title>
          <tspan
            x={axis.threshold && isNarrow && axis.threshold.side === 'left' ? 0 : 4}
            y={top + 10 * scale}
          >
            best of unrelated questions
          </tspan>
          <tspan x={4} y={top + 25 * scale}>
            {axis.unrelated.origin}
          </tspan>
        </text>
      )}
    </>
  )
}

function CategoryLine({ axis, category, isNarrow }: Pick<Place, 'axis' | 'category' | 'isNarrow'>) {
  const line = axis.categoryLine
  return (
    line && (
      <>
        <path d={line.path} fill="none" stroke={categoryColor(category)} strokeWidth="1.5" />
        {!isNarrow && (
          <text
            x={line.labelX}
            y={line.labelY}
            className={clsx(WORDS, HALO)}
            style={{ fill: categoryColor(category, 'text') }}
          >
            this category
          </text>
        )}
      </>
    )
  )
}

/** How far the winner is ahead, as a measured gap; and the words of the line that the gap may cross. */
function AxisMargin({ axis, width, base, top, scale, isNarrow }: Place) {
  /** From a mark up to the margin; it leaves out the words of the line where they stand in its way. */
  const leader = (x: number, from: number) => {
    const words = axis.threshold?.words
    const isCrossing = words !== undefined && x > words.from && x < words.to
    return `M${x} ${from}V${isCrossing ? `${top + 31 * scale}M${x} ${top - 2 * scale}V` : ''}${46 * scale}`
  }
  return (
    <>
      {axis.margin && axis.margin.to - axis.margin.from > 0.5 && (
        <path
          d={`${leader(axis.margin.from, base - 17 * scale)}${leader(axis.margin.to, base - 21 * scale)}M${axis.margin.from} ${52 * scale}H${axis.margin.to}${arrowheads(axis.margin, 52 * scale)}`}
          fill="none"
          stroke="var(--text)"
        />
      )}
      <ThresholdWords axis={axis} top={top} scale={scale} isNarrow={isNarrow} />
      {axis.margin && (
        <text
          x={axis.margin.anchor === 'middle' ? axis.margin.labelX : axis.margin.anchor === 'end' ? width : 0}
          y={41 * scale}
          textAnchor={axis.margin.anchor}
          className={clsx(WORDS, HALO)}
        >
          <title>{`${axis.margin.value} unrounded`}</title>
          {axis.margin.value === 0 ? 'tied, the newest wins' : 'margin '}
          {axis.margin.value !== 0 && <tspan className="fill-ink font-mono">{axis.margin.label}</tspan>}
        </text>
      )}
    </>
  )
}

function ThresholdWords({ axis, top, scale, isNarrow }: Pick<Place, 'axis' | 'top' | 'scale' | 'isNarrow'>) {
  if (axis.threshold === null) return null
  const isLeft = axis.threshold.side === 'left'
  const x = axis.threshold.x + (isLeft ? -6 : 6)
  const anchor = isLeft ? 'end' : 'start'
  return (
    <>
      <text x={x} y={top + 10 * scale} textAnchor={anchor} className={clsx(HALO, 'text-micro')}>
        {axis.threshold.label}
      </text>
      <text x={x} y={top + 25 * scale} textAnchor={anchor} className={clsx(HALO, 'font-sans text-micro')}>
        {isNarrow ? '80 % of them' : '80 % of unrelated'}
      </text>
    </>
  )
}

function AxisWinner({ axis: { winner }, width, scale }: Place) {
  return (
    winner && (
      <text
        x={winner.anchor === 'middle' ? winner.x : winner.anchor === 'end' ? width : 0}
        y={16 * scale}
        textAnchor={winner.anchor}
        className="fill-ink font-medium"
        style={{ fontSize: 14 * scale }}
      >
        <title>{`${winner.score} unrounded`}</title>
        {winner.label}
      </text>
    )
  )
}

/** Small heads at both ends, only where they fit between the marks. */
function arrowheads(margin: { from: number; to: number }, y: number): string {
  if (margin.to - margin.from < 12) return ''
  return `M${margin.to - 4} ${y - 3}l4 3l-4 3M${margin.from + 4} ${y - 3}l-4 3l4 3`
}
