import { scaleLinear } from 'd3'
import {
  type Axis,
  type Curves,
  cutName,
  type Figure,
  type Measured,
  type Row,
  type Rows,
  type Series,
} from './figure.ts'
import { writeTick } from './write-number.ts'

/** About what a letter of a figure takes, px. */
const LETTER = 6.4
const CAPITAL = 8.2
const LABEL_GAP = 13
const CURVES_HEIGHT = 280
export const ROW_HEIGHT = 22
/** Below it names do not fit beside the plot: a key below it says them. */
const NARROW = 520

type Scale = (value: number) => number

/** Where a figure’s plot stands at a width, for every way of drawing it. Pixels. */
export interface Frame {
  width: number
  height: number
  plot: { left: number; right: number; top: number; bottom: number }
  xDomain: [number, number]
  yDomain: [number, number]
  x: Scale
  y: Scale
  xTicks: Tick[]
  yTicks: Tick[]
  /** Names of lines and areas, beside the plot where each ends; none on a phone. */
  labels: { text: string; y: number; one: Series | null }[]
  isNarrow: boolean
}

export interface Tick {
  value: number
  text: string
}

export function curvesFrame(figure: Curves, width: number): Frame {
  const isNarrow = width < NARROW
  const height = figure.height ?? CURVES_HEIGHT
  const xDomain = figure.x.places
    ? ([-0.5, figure.x.places.length - 0.5] as [number, number])
    : domainOf(
        figure.x,
        figure.series.flatMap(({ points }) => points.map(({ x }) => x)),
        false,
      )
  const yDomain = domainOf(figure.y, yValues(figure), true)
  const yTicks = ticksOf(yDomain, 5, figure.y)
  const names = namedEnds(figure)
  const room = Math.max(0, ...names.map(({ text, one }) => widthOf(text) + (one?.category ? 26 : 14)))
  const plot = {
    left: Math.max(36, Math.max(...yTicks.map(({ text }) => text.length)) * LETTER + 14),
    right: width - (isNarrow || names.length === 0 ? 22 : Math.min(220, room)),
    top: 14,
    bottom: height - 44,
  }
  const x = scaleLinear(xDomain, [plot.left, plot.right])
  const y = scaleLinear(yDomain, [plot.bottom, plot.top])
  const xTicks = figure.x.places
    ? figure.x.places.map((text, value) => ({ value, text }))
    : ticksOf(xDomain, 5, figure.x)
  const labels = isNarrow
    ? []
    : spread(
        names.map(({ at, ...name }) => ({ ...name, y: y(at) + 4 })),
        plot.bottom + 4,
      )
  return {
    ...{ width, height, plot, xDomain, yDomain, x, y, yTicks, labels, isNarrow },
    xTicks: thinned(xTicks, x),
  }
}

/** A row of a figure of rows as it is drawn: one of the figure’s, or the name of a group. */
export type Line = { name: string; row: Row | null }

export function rowsFrame(figure: Rows, width: number): Frame & { lines: Line[] } {
  const isNarrow = width < NARROW
  const lines = linesOf(figure)
  const height = lines.length * ROW_HEIGHT + 48
  const longest = Math.max(0, ...lines.map(({ name }) => widthOf(name))) + 20
  const says = Math.max(0, ...figure.rows.map((row) => row.says?.length ?? 0)) * LETTER
  const plot = {
    left: Math.min(longest, width * (isNarrow ? 0.42 : 0.44)),
    right: width - 16 - says,
    top: 4,
    bottom: height - 44,
  }
  const levels = (figure.references ?? []).map(({ value }) => value)
  const xDomain = domainOf(
    figure.x,
    [...levels, ...figure.rows.flatMap((row) => [row.value, ...spanOf(row)])],
    true,
  )
  const yDomain: [number, number] = [-0.5, lines.length - 0.5]
  const x = scaleLinear(xDomain, [plot.left, plot.right])
  const most = Math.max(8, Math.floor((plot.left - 12) / LETTER))
  return {
    ...{ width, height, plot, xDomain, yDomain, x, isNarrow, lines, labels: [] },
    y: scaleLinear(yDomain, [plot.top, plot.bottom]),
    xTicks: thinned(ticksOf(xDomain, isNarrow ? 3 : 6, figure.x), x),
    yTicks: lines.map(({ name }, value) => ({ value, text: cutName(name, most) })),
  }
}

function linesOf({ rows }: Rows): Line[] {
  return rows.flatMap((row, i) => [
    ...(row.group !== undefined && row.group !== rows[i - 1]?.group ? [{ name: row.group, row: null }] : []),
    { name: row.name, row },
  ])
}

/** Aside of its place by so much, in units of x, so that intervals of several lines do not lie over each other. */
export function asideOf(one: Series, { x, series }: Curves): number {
  const dotted = series.filter((other) => other.role !== 'band' && hasDots(other))
  const place = dotted.indexOf(one)
  if (!x.places || place === -1) return 0
  return (place - (dotted.length - 1) / 2) * Math.min(0.12, 0.5 / dotted.length)
}

export function hasDots({ role, dots }: Series): boolean {
  return dots ?? (role === 'main' || role === 'other')
}

/** Ends of an axis: what it is given, or what is drawn, with 0 where it starts there, to round numbers. */
function domainOf(
  axis: Axis,
  values: readonly (number | null | undefined)[],
  rounds: boolean,
): [number, number] {
  if (axis.domain) return [...axis.domain]
  const known = values.flatMap((value) => value ?? [])
  const low = Math.min(0, ...known)
  const high = Math.max(low === 0 ? 1e-9 : 0, ...known)
  const most = Math.max(-low, high)
  const ends = axis.centred ? ([-most, most] as const) : ([low, high] as const)
  const [from = 0, to = 1] = rounds ? scaleLinear().domain(ends).nice(5).domain() : ends
  return [from, to]
}

function yValues({ series, references = [] }: Curves): (number | null | undefined)[] {
  return [
    ...references.flatMap(({ axis, value }) => (axis === 'y' ? [value] : [])),
    ...series.flatMap(({ points }) => points.flatMap((point) => [point.y, ...spanOf(point)])),
  ]
}

function spanOf({ low, high, draws = [] }: Measured): (number | null | undefined)[] {
  return [low, high, ...draws]
}

function ticksOf(domain: [number, number], count: number, axis: Axis): Tick[] {
  const all = scaleLinear().domain(domain).ticks(count)
  const whole = axis.unit === 'count' ? all.filter(Number.isInteger) : all
  return whole.map((value) => ({ value, text: writeTick(value, axis) }))
}

function widthOf(text: string): number {
  return LETTER * text.length + (CAPITAL - LETTER) * (text.match(/[A-Z]/g)?.length ?? 0)
}

/** Ticks whose words would touch are left out, the last one first to stay. */
function thinned(ticks: readonly Tick[], x: Scale): Tick[] {
  const kept: Tick[] = []
  for (const tick of [...ticks].reverse()) {
    const next = kept.at(-1)
    const apart = next ? ((next.text.length + tick.text.length) / 2) * LETTER + 8 : 0
    if (!next || x(next.value) - x(tick.value) >= apart) kept.push(tick)
  }
  return kept.reverse()
}

type End = { text: string; at: number; one: Series | null }

function namedEnds({ series, references = [] }: Curves): End[] {
  const lines = series.flatMap((one): End[] => {
    const last = one.points.findLast(({ y, low, high }) => (one.role === 'band' ? (low ?? high) : y) !== null)
    if (!last) return []
    return [{ text: one.name, at: last.y ?? ((last.low ?? 0) + (last.high ?? 0)) / 2, one }]
  })
  const levels = references.filter(({ axis }) => axis === 'y')
  const all = [...lines, ...levels.map(({ name, value }): End => ({ text: name, at: value, one: null }))]
  return all.length > 1 ? all : []
}

/** Labels pushed apart as little as keeps them so, and up again where they would leave the plot. */
function spread<Label extends { y: number }>(labels: readonly Label[], bottom: number): Label[] {
  const placed = [...labels].sort((a, b) => a.y - b.y).map((label) => ({ ...label }))
  placed.forEach((label, i) => {
    label.y = Math.max(label.y, (placed[i - 1]?.y ?? Number.NEGATIVE_INFINITY) + LABEL_GAP)
  })
  let least = bottom
  for (const label of placed.toReversed()) {
    label.y = Math.min(label.y, least)
    least = label.y - LABEL_GAP
  }
  return placed
}

export function frameOf(figure: Figure, width: number): Frame {
  return figure.kind === 'rows' ? rowsFrame(figure, width) : curvesFrame(figure, width)
}
