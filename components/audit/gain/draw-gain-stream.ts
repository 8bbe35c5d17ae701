import type { Curve } from '../../../lib/memory/gain/curve.ts'
import { signedPp } from '../../../lib/memory/text/signed.ts'
import { lineAcross, noEffectBand } from '../../charts/chart-parts.ts'
import {
  bottomAxis,
  type Drawing,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../../charts/drawing.ts'
import { tickText } from './gain-axis.ts'

type Frame = ReturnType<typeof frameOf>

/** The stream: cumulative net solved, each shuffle thin, their mean strong, in the band of no effect. */
export function drawGainStream(curve: Curve, title: string, width: number): Drawing {
  const frame = frameOf(curve, width)
  const { right, top, bottom, most, x, y, points } = frame
  const last = curve.points.at(-1)
  return {
    width,
    height: 262,
    title,
    brush: { top, bottom, places: curve.points.map((point) => ({ at: x(point.x), value: point.x })) },
    marks: [
      noEffectBand(
        points.map((point) => x(point.x)),
        [0, ...curve.reach],
        y,
      ),
      ...leftAxis(roundTicks(-most, most, 6), y, { ...frame, format: tickText }),
      lineAcross(y(0), frame),
      ...streamMarks(curve, frame),
      ...(last ? [valueMark(last.value, right + 8, y(last.value) + 4)] : []),
      ...bottomAxis(
        roundTicks(0, last?.x ?? 1, 5).map((tick) => ({ at: x(tick), text: String(tick) })),
        { y: bottom + 18 },
      ),
    ],
  }
}

/** Where the plot stands; its axis holds what is drawn, as far below 0 as above. */
function frameOf({ points: known, reach }: Curve, width: number) {
  const [left, right, top, bottom] = [44, width - 52, 12, 230]
  const points = [{ x: 0, value: 0, draws: known[0]?.draws.map(() => 0) ?? [] }, ...known]
  const values = [...reach, ...points.flatMap(({ value, draws }) => [value, ...draws])]
  const most = Math.max(1, ...values.map(Math.abs)) * 1.08
  const x = scale([0, known.at(-1)?.x ?? 1], [left, right])
  const y = scale([-most, most], [bottom, top])
  return { left, right, top, bottom, most, x, y, points }
}

/** A thin line for each shuffle, then their mean with its dots. */
function streamMarks(curve: Curve, { points, x, y }: Frame): Mark[] {
  const mean = linePath(points.map((point) => [x(point.x), y(point.value)]))
  return [
    ...(points[0]?.draws ?? []).map(
      (_, draw): Mark => ({
        kind: 'path',
        d: linePath(points.map((point) => [x(point.x), y(point.draws[draw] ?? 0)])),
        stroke: 'control',
        width: 0.75,
        label: `shuffle ${draw + 1}`,
      }),
    ),
    { kind: 'path', d: mean, stroke: 'plot-line', width: 2 },
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
  ]
}

function valueMark(value: number, x: number, y: number): Mark {
  return { kind: 'text', x, y, text: signedPp(value), mono: true, strong: true, ink: 'text' }
}
