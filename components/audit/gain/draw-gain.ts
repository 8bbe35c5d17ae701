import type { Curve } from '../../../lib/memory/gain/curve.ts'
import {
  areaPath,
  bottomAxis,
  type Drawing,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../../charts/drawing.ts'
import { armWords } from '../../marks/arm-words.ts'
import { signedPp } from './gain-words.ts'
import type { LadderView, SweepView } from './prepare-gain.ts'

const HEIGHT = 300

/** Top of a symmetric axis that holds what is drawn. */
function reachOf(values: readonly number[]): number {
  const most = Math.max(1, ...values.map(Math.abs))
  return most * 1.08
}

function boundsOf(values: readonly number[]): [number, number] {
  return [Math.min(0, ...values) * 1.1 - 0.5, Math.max(0, ...values) * 1.1 + 0.5]
}

const tickText = (value: number) => signedPp(value, Number.isInteger(value) ? 0 : 1)

/** The density ladder: gain over the twin by entries in a frozen store, rungs evenly spaced. */
export function drawLadder(view: LadderView, title: string, width: number): Drawing {
  const { curve, notRun, control } = view
  const [left, right, top, bottom] = [44, width - 12, 12, HEIGHT - 34]
  const rungs = [...curve.points.map(({ x }) => x), ...notRun].sort((a, b) => a - b)
  const step = (right - left) / rungs.length
  const x = (size: number) => left + (rungs.indexOf(size) + 0.5) * step
  const values = curve.points.flatMap(({ value, interval, draws }) => [
    value,
    ...draws,
    ...(interval ? [interval.low, interval.high] : []),
  ])
  const [low, high] = boundsOf([...values, ...curve.reach, ...curve.reach.map((reach) => -reach)])
  const y = scale([low, high], [bottom, top])
  const xs = curve.points.map((point) => x(point.x))
  const controls = curve.points.map((point, i): [number, number] | null => {
    const value = control[i]
    return value === null || value === undefined ? null : [x(point.x), y(value)]
  })
  const lastControl = controls.findLast((point) => point !== null)
  const isWide = width >= 520
  return {
    width,
    height: HEIGHT,
    title,
    brush: { top, bottom, places: curve.points.map((point) => ({ at: x(point.x), value: point.x })) },
    marks: [
      {
        kind: 'path',
        d: areaPath(
          xs,
          curve.reach.map((reach) => y(reach)),
          curve.reach.map((reach) => y(-reach)),
        ),
        fill: 'plot-null',
      },
      ...leftAxis(roundTicks(low, high, 6), y, { left, right, format: tickText }),
      ...notRun.flatMap((size): Mark[] => [
        {
          kind: 'rect',
          x: x(size) - 9,
          y: top,
          w: 18,
          h: bottom - top,
          fill: 'hatch',
          label: `${size} entries: not run`,
        },
        { kind: 'text', x: x(size), y: top + 10, text: 'not run', anchor: 'middle', ink: 'text-3' },
      ]),
      { kind: 'line', x1: left, x2: right, y1: y(0), y2: y(0), ink: 'plot-axis' },
      { kind: 'path', d: linePath(controls), stroke: 'plot-null-line', width: 1.25, dash: '4 3' },
      ...(lastControl
        ? ([
            {
              kind: 'text',
              x: lastControl[0] - 8,
              y: lastControl[1] - 6,
              text: 'random entries',
              anchor: 'end',
              ink: 'text-3',
            },
          ] satisfies Mark[])
        : []),
      {
        kind: 'path',
        d: linePath(curve.points.map((point) => [x(point.x), y(point.value)])),
        stroke: 'plot-line',
        width: 1.5,
      },
      ...curve.points.flatMap((point) => rungMarks(point, view, { x, y, step, right, isWide })),
      ...bottomAxis(
        rungs.map((size) => ({ at: x(size), text: String(size) })),
        { y: bottom + 18, least: 22 },
      ),
    ],
  }
}

/** A rung: its interval, its draws as small rings beside it, its mean, and rings and words where they are spoken of. */
function rungMarks(
  { x: size, value, interval, draws }: LadderView['curve']['points'][number],
  { primarySize, spokenSize }: LadderView,
  place: {
    x: (size: number) => number
    y: (value: number) => number
    step: number
    right: number
    isWide: boolean
  },
): Mark[] {
  const { x, y, step, right, isWide } = place
  const at = x(size)
  const isSpoken = size === spokenSize
  const ink = isSpoken ? 'plot-line' : 'plot-null-line'
  return [
    ...(interval
      ? ([
          { kind: 'line', x1: at, x2: at, y1: y(interval.low), y2: y(interval.high), ink, width: 1.25 },
          { kind: 'line', x1: at - 4, x2: at + 4, y1: y(interval.low), y2: y(interval.low), ink },
          { kind: 'line', x1: at - 4, x2: at + 4, y1: y(interval.high), y2: y(interval.high), ink },
        ] satisfies Mark[])
      : []),
    ...draws.map(
      (draw, i): Mark => ({
        kind: 'circle',
        x: at - Math.min(14, step / 4) + (i % 2) * 3,
        y: y(draw),
        r: 2.75,
        fill: 'surface',
        stroke: 'control',
        width: 1,
        label: `${size} entries, draw ${i + 1}: ${signedPp(draw)} pp`,
      }),
    ),
    {
      kind: 'circle',
      x: at,
      y: y(value),
      r: 4.5,
      fill: 'plot-line',
      label: `${size} entries: ${signedPp(value)} pp${interval ? `, 95 % ${signedPp(interval.low)} to ${signedPp(interval.high)}` : ''}`,
    },
    ...(size === primarySize
      ? ([{ kind: 'circle', x: at, y: y(value), r: 9, stroke: 'plot-line', width: 1.5 }] satisfies Mark[])
      : []),
    ...(isSpoken
      ? ([
          {
            kind: 'text',
            x: at + (isWide && at + 56 < right ? 14 : 0),
            y: isWide && at + 56 < right ? y(value) + 4 : y(interval?.high ?? value) - 6,
            text: signedPp(value),
            anchor: isWide && at + 56 < right ? 'start' : 'middle',
            mono: true,
            strong: true,
            ink: 'text',
          },
        ] satisfies Mark[])
      : []),
  ]
}

/** The stream: cumulative net solved, each shuffle thin, their mean strong, in the band of no effect. */
export function drawGainStream(curve: Curve, title: string, width: number): Drawing {
  const [left, right, top, bottom] = [44, width - 52, 12, 230]
  const points = [{ x: 0, value: 0, draws: curve.points[0]?.draws.map(() => 0) ?? [] }, ...curve.points]
  const most = reachOf([...curve.reach, ...curve.points.flatMap(({ value, draws }) => [value, ...draws])])
  const x = scale([0, curve.points.at(-1)?.x ?? 1], [left, right])
  const y = scale([-most, most], [bottom, top])
  const reaches = [0, ...curve.reach]
  const last = curve.points.at(-1)
  return {
    width,
    height: 262,
    title,
    brush: { top, bottom, places: curve.points.map((point) => ({ at: x(point.x), value: point.x })) },
    marks: [
      {
        kind: 'path',
        d: areaPath(
          points.map((point) => x(point.x)),
          reaches.map((reach) => y(reach)),
          reaches.map((reach) => y(-reach)),
        ),
        fill: 'plot-null',
      },
      ...leftAxis(roundTicks(-most, most, 6), y, { left, right, format: tickText }),
      { kind: 'line', x1: left, x2: right, y1: y(0), y2: y(0), ink: 'plot-axis' },
      ...(points[0]?.draws ?? []).map(
        (_, draw): Mark => ({
          kind: 'path',
          d: linePath(points.map((point) => [x(point.x), y(point.draws[draw] ?? 0)])),
          stroke: 'control',
          width: 0.75,
          label: `shuffle ${draw + 1}`,
        }),
      ),
      {
        kind: 'path',
        d: linePath(points.map((point) => [x(point.x), y(point.value)])),
        stroke: 'plot-line',
        width: 2,
      },
      ...curve.points.map(
        (point): Mark => ({
          kind: 'circle',
          x: x(point.x),
          y: y(point.value),
          r: 3,
          fill: 'plot-line',
          label: `after ${point.x} tasks: ${signedPp(point.value)} solved`,
        }),
      ),
      ...(last
        ? ([
            {
              kind: 'text',
              x: right + 8,
              y: y(last.value) + 4,
              text: signedPp(last.value),
              mono: true,
              strong: true,
              ink: 'text',
            },
          ] satisfies Mark[])
        : []),
      ...bottomAxis(
        roundTicks(0, last?.x ?? 1, 5).map((tick) => ({ at: x(tick), text: String(tick) })),
        { y: bottom + 18 },
      ),
    ],
  }
}

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
