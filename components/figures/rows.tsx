'use client'

import { useId } from 'react'
import { CartesianGrid, ComposedChart, ErrorBar, ReferenceLine, Scatter, XAxis, YAxis } from 'recharts'
import { markWords } from './alt.ts'
import type { Row, Rows } from './figure.ts'
import type { Line, rowsFrame } from './frame.ts'
import type { Ink } from './ink.ts'
import { AXIS, Dot, DrawDot, HatchPattern, inkOf, Words } from './marks.tsx'
import { writeNumber, writeTick } from './write-number.ts'

const INK: Record<Row['role'], Ink> = { main: 'plot-line', other: 'plot-null-line', danger: 'danger' }

type Mark = { x: number; y: number; row: Row }

/** Labelled rows, each a mark with its interval and its draws, against a line at 0 or another. */
export function RowsPicture({ figure, frame }: { figure: Rows; frame: ReturnType<typeof rowsFrame> }) {
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
