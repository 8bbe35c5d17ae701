import type { WorkbenchPlan } from '../../lib/memory/workbench/workbench.ts'
import { alongThePlot, intervalBar, spread } from '../charts/chart-parts.ts'
import {
  bottomAxis,
  type Drawing,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../charts/drawing.ts'
import { armWords } from '../marks/arm-words.ts'
import { type ArmCurve, AXES } from './prepare-workbench.ts'

type HrefOf = (arm: ArmCurve['arm'], point: ArmCurve['points'][number]) => string

const HEIGHT = 320
const DASHES = [undefined, '5 3', '2 3', '7 3 2 3', '1 3', '9 4']

/** Resolved share by what the design changes, a line an arm; places stand evenly apart. Each dot leads to its tasks. */
export function drawWorkbench(
  plan: WorkbenchPlan,
  curves: readonly ArmCurve[],
  hrefOf: HrefOf,
  width: number,
): Drawing {
  const axis = AXES[plan.design]
  const places = [...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b)
  const isNarrow = width < 520
  const [left, right, top, bottom] = [44, width - (isNarrow ? 134 : 190), 14, HEIGHT - 40]
  const step = (right - left) / Math.max(1, places.length)
  const x = (place: number) => left + (places.indexOf(place) + 0.5) * step
  const shares = curves.flatMap(({ points }) =>
    points.flatMap(({ share, low, high }) => [share, low ?? share, high ?? share]),
  )
  const [low, high] = [Math.max(0, Math.min(...shares) - 3), Math.min(100, Math.max(...shares) + 3)]
  const y = scale([low, high], [bottom, top])
  const frame = { left, right, x, y, unit: axis.label, hrefOf }
  const others = curves.filter(({ isPrimary }) => !isPrimary)
  const ends = spread(
    curves.map(({ points }) => y(points.at(-1)?.share ?? low)),
    14,
  )
  return {
    width,
    height: HEIGHT,
    title: `A search program, not a language model: share of tasks resolved by ${axis.label}`,
    marks: [
      ...leftAxis(roundTicks(low, high, 6), y, { left, right, format: (value) => `${value} %` }),
      ...bottomAxis(
        places.map((place) => ({ at: x(place), text: String(place) })),
        { y: bottom + 16, least: 20, end: right },
      ),
      { kind: 'text', x: left, y: bottom + 34, text: axis.label, ink: 'text-3' },
      ...curves.flatMap((curve, i) => [
        ...curveMarks(curve, {
          ...frame,
          dash: curve.isPrimary ? undefined : DASHES[(1 + others.indexOf(curve)) % DASHES.length],
          nudge: (i - (curves.length - 1) / 2) * Math.min(5, step / 12),
        }),
        nameMark(curve, { x: right + 8, y: (ends[i] ?? 0) + 4, isNarrow }),
      ]),
    ],
  }
}

interface Frame {
  left: number
  right: number
  x: (place: number) => number
  y: (share: number) => number
  unit: string
  hrefOf: HrefOf
  dash: string | undefined
  /** Keeps intervals of several arms apart, px. */
  nudge: number
}

/** A line with its intervals and dots; each dot leads to its tasks. */
function curveMarks(curve: ArmCurve, frame: Frame): Mark[] {
  const { x, y, dash, nudge } = frame
  const ink = curve.isPrimary ? 'plot-line' : 'plot-null-line'
  const at = curve.points.map((point): [number, number] => [x(point.x) + nudge, y(point.share)])
  return [
    {
      kind: 'path',
      d: linePath(alongThePlot(at, frame)),
      stroke: ink,
      width: curve.isPrimary ? 2 : 1.25,
      ...(dash ? { dash } : {}),
    },
    ...curve.points.flatMap((point) => pointMarks(curve, point, frame)),
  ]
}

function pointMarks(curve: ArmCurve, point: ArmCurve['points'][number], frame: Frame): Mark[] {
  const { x, y, unit, nudge, hrefOf } = frame
  const { low, high } = point
  const interval = low === null || high === null ? null : { low, high }
  const ink = curve.isPrimary ? 'plot-line' : 'plot-null-line'
  const range = interval ? `, 95 % ${interval.low.toFixed(1)} to ${interval.high.toFixed(1)}` : ''
  const at = x(point.x) + nudge
  return [
    ...intervalBar(at, interval, y, ink, 1),
    {
      kind: 'circle',
      x: at,
      y: y(point.share),
      r: curve.isPrimary ? 4.5 : 3.5,
      ...(curve.isPrimary ? { fill: ink } : { fill: 'surface' as const, stroke: ink }),
      label: `${armWords(curve.arm)}, ${point.x} ${unit}: ${point.share.toFixed(1)} %${range}`,
      href: hrefOf(curve.arm, point),
    },
  ]
}

function nameMark({ arm, isPrimary }: ArmCurve, at: { x: number; y: number; isNarrow: boolean }): Mark {
  const words = armWords(arm)
  return {
    kind: 'text',
    x: at.x,
    y: at.y,
    text: at.isNarrow ? words.replace(' memory, its steps', ', steps') : words,
    ink: isPrimary ? 'text' : 'text-3',
    strong: isPrimary,
  }
}
