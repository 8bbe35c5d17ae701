import type { WorkbenchPlan } from '../../lib/memory/workbench/workbench.ts'
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

const HEIGHT = 320
const DASHES = [undefined, '5 3', '2 3', '7 3 2 3', '1 3', '9 4']

/** Resolved share by what the design changes, a line an arm; places stand evenly apart. Each dot leads to its tasks. */
export function drawWorkbench(
  plan: WorkbenchPlan,
  curves: readonly ArmCurve[],
  hrefOf: (arm: ArmCurve['arm'], point: ArmCurve['points'][number]) => string,
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
      ...curves.flatMap((curve, i): Mark[] => {
        const ink = curve.isPrimary ? 'plot-line' : 'plot-null-line'
        const dash = curve.isPrimary ? undefined : DASHES[(1 + others.indexOf(curve)) % DASHES.length]
        const nudge = (i - (curves.length - 1) / 2) * Math.min(5, step / 12)
        const at = curve.points.map((point): [number, number] => [x(point.x) + nudge, y(point.share)])
        const [only] = at
        const line =
          at.length === 1 && only
            ? linePath([
                [left, only[1]],
                [right, only[1]],
              ])
            : linePath(at)
        return [
          {
            kind: 'path',
            d: line,
            stroke: ink,
            width: curve.isPrimary ? 2 : 1.25,
            ...(dash ? { dash } : {}),
          },
          ...curve.points.flatMap((point, n): Mark[] => {
            const [cx = 0, cy = 0] = at[n] ?? []
            return [
              ...(point.low !== null && point.high !== null
                ? ([
                    { kind: 'line', x1: cx, x2: cx, y1: y(point.low), y2: y(point.high), ink, width: 1 },
                  ] satisfies Mark[])
                : []),
              {
                kind: 'circle',
                x: cx,
                y: cy,
                r: curve.isPrimary ? 4.5 : 3.5,
                ...(curve.isPrimary ? { fill: ink } : { fill: 'surface' as const, stroke: ink }),
                label: `${armWords(curve.arm)}, ${point.x} ${axis.label}: ${point.share.toFixed(1)} %${point.low !== null && point.high !== null ? `, 95 % ${point.low.toFixed(1)} to ${point.high.toFixed(1)}` : ''}`,
                href: hrefOf(curve.arm, point),
              },
            ]
          }),
          {
            kind: 'text',
            x: right + 8,
            y: (ends[i] ?? 0) + 4,
            text: isNarrow
              ? armWords(curve.arm).replace(' memory, its steps', ', steps')
              : armWords(curve.arm),
            ink: curve.isPrimary ? 'text' : 'text-3',
            strong: curve.isPrimary,
          },
        ]
      }),
    ],
  }
}

/** Places of labels, moved down as little as keeps them apart; in the order given. */
function spread(wanted: readonly number[], apart: number): number[] {
  const order = wanted.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at)
  let last = Number.NEGATIVE_INFINITY
  const placed = [...wanted]
  for (const { at, i } of order) {
    last = Math.max(at, last + apart)
    placed[i] = last
  }
  return placed
}
