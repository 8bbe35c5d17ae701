import { signedPp } from '../../../lib/memory/text/signed.ts'
import { alongThePlot, intervalBar, lineAcross, QUARTERS, spread } from '../../charts/chart-parts.ts'
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
      lineAcross(y(0), { left, right }),
      ...arms.flatMap((one, i): Mark[] => [
        ...armMarks(one, i === 0, { left, right, x, y }),
        ...(isWide ? [nameMark(one, i === 0, right + 8, (ends[i] ?? 0) + 4)] : []),
      ]),
      ...bottomAxis(
        QUARTERS.map((share) => ({ at: x(share), text: `${100 * share} %` })),
        { y: bottom + 18, end: width },
      ),
    ],
  }
}

type SweepArm = SweepView['arms'][number]
type Frame = { left: number; right: number; x: (share: number) => number; y: (value: number) => number }

/** An arm's line and dots; the main one is strong and carries its intervals. */
function armMarks({ arm, curve }: SweepArm, isMain: boolean, frame: Frame): Mark[] {
  const { x, y } = frame
  const ink = isMain ? 'plot-line' : 'plot-null-line'
  const at = curve.points.map((point): [number, number] => [x(point.x), y(point.value)])
  return [
    {
      kind: 'path',
      // An arm without a category has no wrong one.
      d: linePath(alongThePlot(at, frame)),
      stroke: ink,
      width: isMain ? 2 : 1.25,
      ...(isMain ? {} : { dash: '4 3' }),
    },
    ...curve.points.flatMap(({ x: wrong, value, interval }): Mark[] => [
      ...(isMain ? intervalBar(x(wrong), interval, y, ink) : []),
      {
        kind: 'circle',
        x: x(wrong),
        y: y(value),
        r: isMain ? 4 : 2.5,
        fill: ink,
        label: `${armWords(arm)}, ${Math.round(100 * wrong)} % wrong: ${signedPp(value)} pp`,
      },
    ]),
  ]
}

function nameMark({ arm }: SweepArm, isMain: boolean, x: number, y: number): Mark {
  return { kind: 'text', x, y, text: armWords(arm), ink: isMain ? 'text' : 'text-3' }
}
