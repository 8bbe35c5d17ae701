import { signedPp } from '../../../lib/memory/text/signed.ts'
import {
  bottomAxis,
  type Drawing,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../../charts/drawing.ts'
import { armWords } from '../../marks/arm-words.ts'
import { boundsOf, tickText } from './gain-axis.ts'
import type { SweepView } from './prepare-gain.ts'

/** Gain against the share of wrong categories: the spoken arm with its intervals, the others as thin lines named at their ends. */
export function drawSweep({ arms }: SweepView, title: string, width: number): Drawing {
  const isWide = width >= 520
  const [left, right, top, bottom] = [44, width - (isWide ? 150 : 12), 12, 230]
  const values = arms.flatMap(({ curve }, i) =>
    curve.points.flatMap(({ value, interval }) => [
      value,
      ...(i === 0 && interval ? [interval.low, interval.high] : []),
    ]),
  )
  const [low, high] = boundsOf(values)
  const [x, y] = [scale([0, 1], [left, right]), scale([low, high], [bottom, top])]
  const ends = spread(
    arms.map(({ curve }) => y(curve.points.at(-1)?.value ?? 0)),
    13,
  )
  return {
    width,
    height: 262,
    title,
    marks: [
      ...leftAxis(roundTicks(low, high, 6), y, { left, right, format: tickText }),
      { kind: 'line', x1: left, x2: right, y1: y(0), y2: y(0), ink: 'plot-axis' },
      ...arms.flatMap(({ arm, curve }, i): Mark[] => {
        const isMain = i === 0
        const ink = isMain ? 'plot-line' : 'plot-null-line'
        return [
          {
            kind: 'path',
            // An arm without a category has no wrong one: its single point holds along the whole axis.
            d: linePath(
              curve.points.length === 1
                ? [
                    [left, y(curve.points[0]?.value ?? 0)],
                    [right, y(curve.points[0]?.value ?? 0)],
                  ]
                : curve.points.map((point) => [x(point.x), y(point.value)]),
            ),
            stroke: ink,
            width: isMain ? 2 : 1.25,
            ...(isMain ? {} : { dash: '4 3' }),
          },
          ...curve.points.flatMap(({ x: wrong, value, interval }): Mark[] => [
            ...(isMain && interval
              ? ([
                  {
                    kind: 'line',
                    x1: x(wrong),
                    x2: x(wrong),
                    y1: y(interval.low),
                    y2: y(interval.high),
                    ink,
                    width: 1.25,
                  },
                ] satisfies Mark[])
              : []),
            {
              kind: 'circle',
              x: x(wrong),
              y: y(value),
              r: isMain ? 4 : 2.5,
              fill: ink,
              label: `${armWords(arm)}, ${Math.round(100 * wrong)} % wrong: ${signedPp(value)} pp`,
            },
          ]),
          ...(isWide
            ? ([
                {
                  kind: 'text',
                  x: right + 8,
                  y: (ends[i] ?? 0) + 4,
                  text: armWords(arm),
                  ink: isMain ? 'text' : 'text-3',
                },
              ] satisfies Mark[])
            : []),
        ]
      }),
      ...bottomAxis(
        [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: x(share), text: `${100 * share} %` })),
        { y: bottom + 18, end: width },
      ),
    ],
  }
}

/** Labels at least `gap` apart, in their order, pushed down only. */
function spread(wanted: readonly number[], gap: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const placed = [...wanted]
  let floor = Number.NEGATIVE_INFINITY
  for (const i of order) {
    placed[i] = Math.max(placed[i] ?? 0, floor)
    floor = (placed[i] ?? 0) + gap
  }
  return placed
}
