'use client'

import { type ReactNode, useId, useRef } from 'react'
import { CartesianGrid, ComposedChart, ErrorBar, ReferenceLine, Scatter, XAxis, YAxis } from 'recharts'
import { saveFile } from '@/components/ui/save-file.ts'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { altText, markWords } from './alt.ts'
import { CurvesPicture, type RangeChoice } from './curves.tsx'
import type { Figure, Row, Rows } from './figure.ts'
import { type ColorOf, figureSvg } from './figure-svg.ts'
import { figureTable } from './figure-table.ts'
import { curvesFrame, frameOf, type Line, rowsFrame } from './frame.ts'
import type { Ink } from './ink.ts'
import { AXIS, Dot, DrawDot, HatchPattern, inkOf, Words } from './marks.tsx'
import { NumbersTable } from './numbers-table.tsx'
import { type Origin, originLines, useOrigin } from './origin.ts'
import { pngOf } from './png.ts'
import { useWidth } from './use-width.ts'
import { writeNumber, writeTick } from './write-number.ts'

/** Width drawn before the page knows its own: a server has no screen. */
const FIRST_WIDTH = 680
/** Least width of a saved picture: names stand beside their lines. */
const SAVED_WIDTH = 760

interface FigureViewProps {
  figure: Figure
  caption?: ReactNode
  /** Decimals in the table; the CSV has them all. */
  digits?: number
  /** What its files rest on, where that is not what the page says of all its figures. */
  origin?: Origin
  /** Lets a range along x be chosen. */
  choice?: RangeChoice | undefined
}

/** A figure at the width that is there, its numbers as a table and as CSV, and the picture as SVG and PNG. */
export function FigureView({ figure, caption, digits = 1, origin, choice }: FigureViewProps) {
  const [ref, measured] = useWidth<HTMLDivElement>()
  const width = measured ?? FIRST_WIDTH
  const table = figureTable(figure)
  const { height, isNarrow } = frameOf(figure, width)
  const ofPage = useOrigin()
  const about = () => originLines([figure.title, figure.subtitle], origin ?? ofPage, window.location.href)
  return (
    <figure className="m-0 max-w-[1000px]">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture made of links is no <img>. */}
      <div
        ref={ref}
        role="group"
        aria-label={altText(figure)}
        className="relative mt-2 min-w-0 overflow-hidden"
        style={{ height }}
      >
        {figure.kind === 'rows' ? (
          <RowsPicture figure={figure} frame={rowsFrame(figure, width)} />
        ) : (
          <CurvesPicture figure={figure} frame={curvesFrame(figure, width)} choice={choice} />
        )}
      </div>
      <figcaption className="mt-1 flex flex-wrap items-baseline gap-x-3 text-ink-3 text-small">
        <span>
          {figure.subtitle}
          {caption && <> · {caption}</>}
          {isNarrow && keyWords(figure)}
        </span>
        <span className="flex items-baseline gap-3 print:hidden">
          <CsvLink fileName={`${figure.name}.csv`} rows={table} about={about} />
          <PictureLinks figure={figure} width={Math.max(width, SAVED_WIDTH)} about={about} />
        </span>
      </figcaption>
      <details className="mt-2 text-small print:hidden">
        <summary className="link w-fit text-ink-2 max-md:py-3.5">Numbers as a table</summary>
        <NumbersTable
          label={`${figure.title}, as a table`}
          rows={table}
          digits={digits}
          className="max-h-80 overflow-y-auto"
        />
      </details>
    </figure>
  )
}

const ROLE_WORDS = { main: 'strong line', other: 'dashed', reference: 'dotted', band: 'grey area' }

/** On a phone no name fits beside the plot. */
function keyWords(figure: Figure): string {
  if (figure.kind === 'rows' || figure.series.length < 2) return ''
  const GLYPHS = { ANALYZE: '●', REPRODUCE: '▲', EDIT: '■', VERIFY: '◆' }
  return ` · ${figure.series.map(({ name, role, category }) => `${category ? GLYPHS[category] : ROLE_WORDS[role]}: ${name}`).join(', ')}`
}

function PictureLinks({ figure, width, about }: { figure: Figure; width: number; about: () => string[] }) {
  const probe = useRef<HTMLSpanElement>(null)
  const colorOf: ColorOf = (ink) => {
    if (!probe.current) return '#000'
    probe.current.style.color = `var(--${ink})`
    return getComputedStyle(probe.current).color
  }
  const svg = () => figureSvg(figure, width, colorOf, { about: about() })
  const saveSvg = () => saveFile(new Blob([svg()], { type: 'image/svg+xml' }), `${figure.name}.svg`)
  const savePng = async () => saveFile(await pngOf(svg()), `${figure.name}.png`)
  return (
    <>
      <span ref={probe} hidden />
      <button type="button" className="link max-md:min-h-11 max-md:min-w-11" onClick={saveSvg}>
        SVG
      </button>
      <button type="button" className="link max-md:min-h-11 max-md:min-w-11" onClick={savePng}>
        PNG
      </button>
    </>
  )
}

const INK: Record<Row['role'], Ink> = { main: 'plot-line', other: 'plot-null-line', danger: 'danger' }

type Mark = { x: number; y: number; row: Row }

/** Labelled rows, each a mark with its interval and its draws, against a line at 0 or another. */
function RowsPicture({ figure, frame }: { figure: Rows; frame: ReturnType<typeof rowsFrame> }) {
  const hatchId = useId()
  const { width, height, plot, xDomain, yDomain, xTicks, lines } = frame
  const { x, references = [] } = figure
  const marks = lines.flatMap(({ row }, y): Mark[] => (row?.value == null ? [] : [{ x: row.value, y, row }]))
  const draws = lines.flatMap(({ row }, y) =>
    (row?.draws ?? []).flatMap((draw) => (draw === null ? [] : [{ x: draw, y }])),
  )
  return (
    <ComposedChart
      width={width}
      height={height}
      margin={{ top: plot.top, right: width - plot.right, bottom: 18, left: 0 }}
      accessibilityLayer={false}
    >
      <HatchPattern id={hatchId} />
      <CartesianGrid horizontal={false} stroke={inkOf('plot-grid')} />
      <XAxis
        {...AXIS}
        {...{ dataKey: 'x', type: 'number', domain: xDomain, height: 26, axisLine: false }}
        ticks={xTicks.map(({ value }) => value)}
        tickFormatter={(value) => writeTick(value, x)}
      />
      <YAxis
        {...AXIS}
        {...{ dataKey: 'y', type: 'number', reversed: true, domain: yDomain, width: plot.left }}
        axisLine={false}
        ticks={lines.map((_, i) => i)}
        tick={(props: { y?: number | string; payload: { value: number } }) =>
          rowName(Number(props.y), props.payload.value, frame)
        }
      />
      <ReferenceLine x={0} stroke={inkOf('plot-axis')} />
      {references.map(({ value, name }) => (
        <ReferenceLine
          key={name}
          x={value}
          stroke={value === 0 ? inkOf('plot-axis') : inkOf('plot-null-line')}
        />
      ))}
      <Scatter
        data={marks}
        isAnimationActive={false}
        shape={(props: unknown) => rowMark(props as MarkProps, figure)}
      >
        <ErrorBar
          dataKey={({ row: { value, low, high } }: Mark) =>
            value === null || low == null || high == null ? null : [value - low, high - value]
          }
          {...{
            direction: 'x',
            width: 0,
            stroke: inkOf('plot-line'),
            strokeWidth: 1.25,
            isAnimationActive: false,
          }}
        />
      </Scatter>
      <Scatter data={draws} isAnimationActive={false} shape={DrawDot} />
      {lines.map(({ row }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row's place is its identity.
        <g key={i}>
          {row?.value === null && (
            <rect x={plot.left} y={frame.y(i) - 5} width={34} height={10} fill={`url(#${hatchId})`} />
          )}
          {row?.says && (
            <Words x={plot.right + 8} y={frame.y(i) + 4} ink="text">
              {row.says}
            </Words>
          )}
        </g>
      ))}
      <Words x={plot.left} y={plot.bottom + 38} ink="text-3">
        {x.name}
      </Words>
    </ComposedChart>
  )
}

function rowName(y: number, place: number, { plot, lines, yTicks }: ReturnType<typeof rowsFrame>) {
  const line: Line | undefined = lines[place]
  const isGroup = line?.row === null
  return (
    <g key={place}>
      <title>{line?.name}</title>
      <Words
        {...(isGroup ? { x: 0, isStrong: true } : { x: plot.left - 12, anchor: 'end' })}
        y={y + 4}
        ink={isGroup || line?.row?.role === 'main' ? 'text' : 'text-2'}
      >
        {isGroup ? line.name : (yTicks[place]?.text ?? '')}
      </Words>
    </g>
  )
}

type MarkProps = { cx: number; cy: number; payload: Mark }

function rowMark({ cx, cy, payload: { row } }: MarkProps, { x }: Rows) {
  const label = markWords(row.group ?? '', row.name, row.value ?? 0, row, (value) =>
    writeNumber(value, x.unit),
  )
  return (
    <g>
      <Dot
        {...{ x: cx, y: cy, ink: INK[row.role], r: 4, label, href: row.href, isRinged: row.isPrimary }}
        isFilled={row.role !== 'other'}
      />
    </g>
  )
}
