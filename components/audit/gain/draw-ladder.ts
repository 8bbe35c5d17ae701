import { signedPp } from '../../../lib/memory/text/signed.ts'
import { intervalBar, lineAcross, noEffectBand } from '../../charts/chart-parts.ts'
import {
  bottomAxis,
  type Drawing,
  type Ink,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../../charts/drawing.ts'
import { boundsOf, tickText } from './gain-axis.ts'
import type { LadderView } from './prepare-gain.ts'

const HEIGHT = 300
/** Room for the control’s name beside the plot, where no draw lies. */
const NAME_ROOM = 92

type Rung = LadderView['curve']['points'][number]
type Frame = ReturnType<typeof frameOf>

/** The density ladder: gain over the twin by entries in a frozen store, rungs evenly spaced. */
export function drawLadder(view: LadderView, title: string, width: number): Drawing {
  const { curve, notRun } = view
  const frame = frameOf(view, width)
  const { top, bottom, x, y, low, high, rungs } = frame
  const at = curve.points.map((point): [number, number] => [x(point.x), y(point.value)])
  const random = controlPoints(view, frame)
  return {
    width,
    height: HEIGHT,
    title,
    brush: { top, bottom, places: curve.points.map((point) => ({ at: x(point.x), value: point.x })) },
    marks: [
      noEffectBand(
        at.map(([place]) => place),
        curve.reach,
        y,
      ),
      ...leftAxis(roundTicks(low, high, 6), y, { ...frame, format: tickText }),
      ...notRun.flatMap((size) => notRunMarks(size, frame)),
      lineAcross(y(0), frame),
      { kind: 'path', d: linePath(random), stroke: 'plot-null-line', width: 1.25, dash: '4 3' },
      { kind: 'path', d: linePath(at), stroke: 'plot-line', width: 1.5 },
      ...curve.points.flatMap((point) => rungMarks(point, view, frame)),
      ...controlName(random, frame),
      ...bottomAxis(
        rungs.map((size) => ({ at: x(size), text: String(size) })),
        { y: bottom + 18, least: 22 },
      ),
    ],
  }
}

/** Where the plot stands, and the places of its values. */
function frameOf({ curve, control, notRun }: LadderView, width: number) {
  const isWide = width >= 520
  const isNamed = isWide && control.some((value) => value !== null)
  const [left, right, top, bottom] = [44, width - (isNamed ? NAME_ROOM : 12), 12, HEIGHT - 34]
  const rungs = [...curve.points.map(({ x }) => x), ...notRun].sort((a, b) => a - b)
  const step = (right - left) / rungs.length
  const values = curve.points.flatMap(({ value, interval, draws }) => [
    value,
    ...draws,
    ...(interval ? [interval.low, interval.high] : []),
  ])
  const [low, high] = boundsOf([...values, ...curve.reach, ...curve.reach.map((reach) => -reach)])
  const x = (size: number) => left + (rungs.indexOf(size) + 0.5) * step
  const y = scale([low, high], [bottom, top])
  return { left, right, top, bottom, rungs, step, low, high, x, y, isWide, isNamed }
}

function notRunMarks(size: number, { x, top, bottom }: Frame): Mark[] {
  const label = `${size} entries: not run`
  return [
    { kind: 'rect', x: x(size) - 9, y: top, w: 18, h: bottom - top, fill: 'hatch', label },
    { kind: 'text', x: x(size), y: top + 10, text: 'not run', anchor: 'middle', ink: 'text-3' },
  ]
}

/** What random entries give, rung by rung. */
function controlPoints({ curve, control }: LadderView, { x, y }: Frame): ([number, number] | null)[] {
  return curve.points.map((point, i) => {
    const value = control[i] ?? null
    return value === null ? null : [x(point.x), y(value)]
  })
}

/** Beside the plot at the height where the line ends: between the rungs it would lie over their draws. On a phone the caption says it. */
function controlName(points: ReturnType<typeof controlPoints>, { right, isNamed }: Frame): Mark[] {
  const last = points.findLast((point) => point !== null)
  if (!last || !isNamed) return []
  return [{ kind: 'text', x: right + 6, y: last[1] + 4, text: 'random entries', ink: 'text-2' }]
}

/** A rung: its interval, its draws as small rings beside it, its mean, and rings and words where they are spoken of. */
function rungMarks(point: Rung, { primarySize, spokenSize }: LadderView, frame: Frame): Mark[] {
  const { x: size, value, interval } = point
  const { x, y } = frame
  const at = x(size)
  const isSpoken = size === spokenSize
  const ring = { kind: 'circle', x: at, y: y(value), r: 9, stroke: 'plot-line', width: 1.5 } as const
  return [
    ...cappedInterval(at, interval, y, isSpoken ? 'plot-line' : 'plot-null-line'),
    ...drawMarks(point, frame),
    {
      kind: 'circle',
      x: at,
      y: y(value),
      r: 4.5,
      fill: 'plot-line',
      label: `${size} entries: ${signedPp(value)} pp${interval ? `, 95 % ${signedPp(interval.low)} to ${signedPp(interval.high)}` : ''}`,
    },
    ...(size === primarySize ? [ring] : []),
    ...(isSpoken ? [valueMark(point, frame)] : []),
  ]
}

function cappedInterval(at: number, interval: Rung['interval'], y: Frame['y'], ink: Ink): Mark[] {
  if (!interval) return []
  const ends = [interval.low, interval.high].map(y)
  return [
    ...intervalBar(at, interval, y, ink),
    ...ends.map((end) => lineAcross(end, { left: at - 4, right: at + 4 }, { ink })),
  ]
}

function drawMarks({ x: size, draws }: Rung, { x, y, step }: Frame): Mark[] {
  return draws.map((draw, i) => ({
    kind: 'circle',
    x: x(size) - Math.min(14, step / 4) + (i % 2) * 3,
    y: y(draw),
    r: 2.75,
    fill: 'surface',
    stroke: 'control',
    width: 1,
    label: `${size} entries, draw ${i + 1}: ${signedPp(draw)} pp`,
  }))
}

/** The value in words: beside its dot where there is room, else above the interval. */
function valueMark({ x: size, value, interval }: Rung, { x, y, right, isWide }: Frame): Mark {
  const at = x(size)
  const place =
    isWide && at + 56 < right
      ? ({ x: at + 14, y: y(value) + 4, anchor: 'start' } as const)
      : ({ x: at, y: y(interval?.high ?? value) - 6, anchor: 'middle' } as const)
  return { kind: 'text', ...place, text: signedPp(value), mono: true, strong: true, ink: 'text' }
}
