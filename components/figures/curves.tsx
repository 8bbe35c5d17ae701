'use client'

import { useId, useState } from 'react'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  type MouseHandlerDataParam,
  ReferenceArea,
  ReferenceLine,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { markWords } from './alt.ts'
import type { Curves, Point, Series } from './figure.ts'
import { asideOf, type Frame, hasDots } from './frame.ts'
import { type Stroke, strokeOf } from './ink.ts'
import { AXIS, Dot, DrawDot, HatchPattern, inkOf, Words } from './marks.tsx'
import { writeNumber, writeTick } from './write-number.ts'

/** A choice of values along x, made by drawing over the plot. For the keyboard the same choice stands beside the figure as fields. */
export interface RangeChoice {
  range: readonly [number, number] | null
  onRange: (range: [number, number] | null) => void
}

interface CurvesPictureProps {
  figure: Curves
  frame: Frame
  choice?: RangeChoice | undefined
}

export function CurvesPicture({ figure, frame, choice }: CurvesPictureProps) {
  const hatchId = useId()
  const { chosen, handlers } = useRangeDrawing(choice, figure.x.places !== undefined)
  const { width, height, plot, xDomain, yDomain, xTicks, yTicks } = frame
  const { x, y, series } = figure
  const isPlain = !series.some(hasDots)
  return (
    <ComposedChart
      width={width}
      height={height}
      margin={{ top: plot.top, right: width - plot.right, bottom: 18, left: 0 }}
      accessibilityLayer={false}
      className={choice ? 'cursor-crosshair' : undefined}
      {...handlers}
    >
      <HatchPattern id={hatchId} />
      <CartesianGrid vertical={false} stroke={inkOf('plot-grid')} />
      <XAxis
        {...AXIS}
        {...{ dataKey: 'x', type: 'number', domain: xDomain, height: 26 }}
        ticks={xTicks.map(({ value }) => value)}
        tickFormatter={(value) => writeTick(value, x)}
        stroke={inkOf('plot-axis')}
      />
      <YAxis
        {...AXIS}
        {...{ dataKey: 'y', domain: yDomain, width: plot.left, axisLine: false }}
        ticks={yTicks.map(({ value }) => value)}
        tickFormatter={(value) => writeTick(value, y)}
      />
      {series.map((one) => one.role === 'band' && <Band key={one.name} one={one} />)}
      <Unknown figure={figure} hatchId={hatchId} />
      <ReferenceLine y={0} stroke={inkOf('plot-axis')} />
      <References references={figure.references} />
      {chosen && (
        <ReferenceArea
          x1={chosen[0]}
          x2={chosen[1]}
          fill={inkOf('plot-line')}
          fillOpacity={0.08}
          stroke={inkOf('plot-line')}
        />
      )}
      {series.map((one) => one.role !== 'band' && <Curve key={one.name} one={one} figure={figure} />)}
      {isPlain && (
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: inkOf('plot-axis') }}
          content={<Card figure={figure} />}
        />
      )}
      <Labels figure={figure} frame={frame} />
    </ComposedChart>
  )
}

function Band({ one }: { one: Series }) {
  const edges = ({ low, high }: Point) =>
    (low ?? null) === null || (high ?? null) === null ? null : [low, high]
  return (
    <Area
      data={[...one.points]}
      dataKey={edges}
      type={one.line === 'step' ? 'step' : 'linear'}
      name={one.name}
      fill={inkOf('plot-null')}
      fillOpacity={1}
      stroke="none"
      isAnimationActive={false}
      activeDot={false}
    />
  )
}

/** A place of the main line that is not known is hatched from top to bottom. */
function Unknown({ figure: { x, series }, hatchId }: { figure: Curves; hatchId: string }) {
  if (!x.places) return null
  const main = series.find(({ role }) => role === 'main')
  return main?.points.map((point) =>
    point.y === null ? (
      <ReferenceArea
        key={point.x}
        x1={point.x - 0.2}
        x2={point.x + 0.2}
        fill={`url(#${hatchId})`}
        fillOpacity={1}
        label={{ value: point.says ?? 'unknown', position: 'insideTop', ...AXIS.tick }}
      />
    ) : null,
  )
}

function References({ references = [] }: Pick<Curves, 'references'>) {
  return references.map(({ axis, value, name }) => {
    const at = axis === 'y' ? { y: value } : { x: value }
    return <ReferenceLine key={name} {...at} stroke={inkOf('plot-null-line')} strokeDasharray="5 3" />
  })
}

function Curve({ one, figure }: { one: Series; figure: Curves }) {
  const stroke = strokeOf(one, figure.series)
  const aside = asideOf(one, figure)
  const points = one.points.map((point) => ({ ...point, x: point.x + aside, at: point.x }))
  const draws = points.flatMap(({ x, draws: own }) =>
    (own ?? []).flatMap((y) => (y === null ? [] : [{ x: x - 0.06, y }])),
  )
  return (
    <>
      {one.draws === 'lines' && <DrawLines one={one} />}
      <Line
        data={points}
        dataKey="y"
        name={one.name}
        type={typeOf(one)}
        stroke={one.line === 'none' ? 'none' : inkOf(stroke.ink)}
        strokeWidth={stroke.width}
        {...(stroke.dash ? { strokeDasharray: stroke.dash } : {})}
        isAnimationActive={false}
        activeDot={hasDots(one) ? false : { r: 3, fill: inkOf(stroke.ink) }}
        dot={hasDots(one) ? (props) => pointMark(props, one, figure, stroke) : false}
      >
        <ErrorBar
          dataKey={({ y, low, high }: Point) =>
            y === null || low == null || high == null ? null : [y - low, high - y]
          }
          width={one.role === 'main' ? 4 : 0}
          stroke={inkOf(stroke.ink)}
          strokeWidth={one.role === 'main' ? 1.25 : 1}
          isAnimationActive={false}
        />
      </Line>
      {one.draws !== 'lines' && draws.length > 0 && (
        <Scatter data={draws} isAnimationActive={false} shape={DrawDot} />
      )}
    </>
  )
}

const typeOf = ({ line }: Series) => (line === 'step' ? 'stepAfter' : 'linear')

function DrawLines({ one }: { one: Series }) {
  const { points } = one
  const count = Math.max(0, ...points.map(({ draws }) => draws?.length ?? 0))
  return Array.from({ length: count }, (_, i) => (
    <Line
      // biome-ignore lint/suspicious/noArrayIndexKey: a draw has no name but its number.
      key={i}
      data={points.map(({ x, draws }) => ({ x, y: draws?.[i] ?? null }))}
      dataKey="y"
      type={typeOf(one)}
      stroke={inkOf('control')}
      strokeWidth={0.75}
      dot={false}
      activeDot={false}
      isAnimationActive={false}
    />
  ))
}

/** Whether the line goes up from a point: then its value is written below it. */
function rises({ x, y }: Point, { line, points }: Series): boolean {
  const next = points[points.findIndex((point) => point.x === x) + 1]
  return line !== 'none' && (next?.y ?? y ?? 0) > (y ?? 0)
}

type DotProps = { cx?: number; cy?: number; payload?: Point & { at: number } }

function pointMark({ cx, cy, payload }: DotProps, one: Series, figure: Curves, { ink }: Stroke) {
  if (!payload || payload.y === null || cx === undefined || cy === undefined) return <g key={payload?.at} />
  const where = writeTick(payload.at, figure.x)
  const write = (value: number) => writeNumber(value, figure.y.unit)
  const isMain = one.role === 'main'
  return (
    <g key={payload.at}>
      <Dot
        {...{ x: cx, y: cy, ink, category: one.category, href: payload.href, isRinged: payload.isPrimary }}
        isFilled={isMain || one.category !== undefined}
        r={isMain ? 4 : 3}
        label={markWords(one.name, where, payload.y, payload, write)}
      />
      {payload.says && (
        <Words x={cx + 11} y={cy + (rises(payload, one) ? 18 : -7)} ink="text" isStrong>
          {payload.says}
        </Words>
      )}
    </g>
  )
}

function Labels({ figure, frame: { labels, plot, x } }: { figure: Curves; frame: Frame }) {
  return (
    <g>
      {labels.map(({ text, y, one }) => (
        <g key={text}>
          {one?.category && (
            <Dot
              x={plot.right + 12}
              y={y - 4}
              r={4}
              ink={strokeOf(one, figure.series).ink}
              isFilled
              category={one.category}
              label={text}
            />
          )}
          <Words
            x={plot.right + (one?.category ? 20 : 8)}
            y={y}
            ink={one?.role === 'main' ? 'text' : 'text-2'}
            isStrong={one?.role === 'main'}
          >
            {text}
          </Words>
        </g>
      ))}
      {(figure.references ?? []).map(
        ({ axis, value, name }) =>
          axis === 'x' && (
            <Words key={name} x={x(value) + 5} y={plot.top + 10} ink="text-3">
              {name}
            </Words>
          ),
      )}
      <Words x={plot.left} y={plot.bottom + 38} ink="text-3">
        {figure.x.name}
      </Words>
    </g>
  )
}

type CardProps = {
  figure: Curves
  active?: boolean
  label?: number | string
  payload?: { name?: string; value?: number | null }[]
}

/** Every line’s value at the place that is pointed at. */
function Card({ figure: { x, y }, active, label, payload = [] }: CardProps) {
  if (!active || label === undefined) return null
  return (
    <div className="rounded-float bg-overlay px-3 py-2 text-small shadow-float">
      <p className="text-ink-3">
        {x.name} {writeTick(Number(label), x)}
      </p>
      <dl className="grid grid-cols-[auto_auto] gap-x-6">
        {payload.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="num">{typeof value === 'number' ? writeNumber(value, y.unit) : 'unknown'}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The range while it is drawn and after. */
function useRangeDrawing(choice: RangeChoice | undefined, hasPlaces: boolean) {
  const [drawn, setDrawn] = useState<{ from: number; to: number } | null>(null)
  if (!choice) return { chosen: null, handlers: {} }
  const at = ({ activeLabel }: MouseHandlerDataParam) => {
    if (activeLabel === undefined) return null
    return hasPlaces ? Math.round(Number(activeLabel)) : Number(activeLabel)
  }
  const ordered = ({ from, to }: { from: number; to: number }): [number, number] =>
    from <= to ? [from, to] : [to, from]
  const move = (state: MouseHandlerDataParam) => {
    const to = at(state)
    if (drawn && to !== null) setDrawn({ ...drawn, to })
  }
  const end = () => {
    if (drawn) choice.onRange(ordered(drawn))
    setDrawn(null)
  }
  const start = (state: MouseHandlerDataParam) => {
    const from = at(state)
    if (from !== null) setDrawn({ from, to: from })
  }
  return {
    chosen: drawn ? ordered(drawn) : choice.range,
    handlers: { onMouseDown: start, onMouseMove: move, onMouseUp: end, onMouseLeave: end },
  }
}
