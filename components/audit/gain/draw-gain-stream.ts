import type { Curve } from '../../../lib/memory/gain/curve.ts'
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
import { tickText } from './gain-axis.ts'

/** Top of a symmetric axis that holds what is drawn. */
function reachOf(values: readonly number[]): number {
  const most = Math.max(1, ...values.map(Math.abs))
  return most * 1.08
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
