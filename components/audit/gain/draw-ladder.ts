import { signedPp } from '../../../lib/memory/text/signed.ts'
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
import { boundsOf, tickText } from './gain-axis.ts'
import type { LadderView } from './prepare-gain.ts'

const HEIGHT = 300

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
      {
        kind: 'path',
        d: linePath(curve.points.map((point) => [x(point.x), y(point.value)])),
        stroke: 'plot-line',
        width: 1.5,
      },
      ...curve.points.flatMap((point) => rungMarks(point, view, { x, y, step, right, isWide })),
      ...(lastControl
        ? ([
            {
              kind: 'text',
              // Between two rungs, and over what lies there.
              x: lastControl[0] - step / 2,
              y: lastControl[1] + 14,
              text: 'random entries',
              anchor: 'middle',
              ink: 'text-2',
              over: true,
            },
          ] satisfies Mark[])
        : []),
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
