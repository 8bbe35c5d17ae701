import { ABLATIONS } from '../../../lib/memory/paper/figures.ts'
import { lineAcross, noEffectBand, rowName, uprightGrid } from '../../charts/chart-parts.ts'
import {
  bottomAxis,
  type Drawing,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../../charts/drawing.ts'
import type { PaperView } from './prepare-paper.ts'

const MINUS = '\u2212'
const signed = (value: number) => (value > 0 ? `+${value}` : String(value).replace('-', MINUS))

/** Table 1: each reconstructed run a dot, the printed mean a bar with its sd. */
export function drawRuns({ backbones }: PaperView, width: number): Drawing {
  const isNarrow = width < 520
  const [left, right] = [isNarrow ? 112 : 232, width - 12]
  const x = scale([34, 68], [left, right])
  const rowHeight = 20
  const marks: Mark[] = []
  let y = 18
  const ticks = roundTicks(35, 65, isNarrow ? 3 : 6)
  const bottom = backbones.length * (3 * rowHeight + (isNarrow ? 30 : 14)) + 14
  for (const tick of ticks)
    marks.push({ kind: 'line', x1: x(tick), x2: x(tick), y1: 6, y2: bottom - 8, ink: 'plot-grid' })
  for (const { backbone, arms } of backbones) {
    marks.push({ kind: 'text', x: 0, y: y + 4, text: backbone, strong: true, ink: 'text' })
    if (isNarrow) y += 18
    for (const arm of arms) {
      marks.push(...armMarks(backbone, arm, { left, x, y }))
      y += rowHeight
    }
    y += isNarrow ? 12 : 14
  }
  marks.push(
    ...bottomAxis(
      ticks.map((tick) => ({ at: x(tick), text: `${tick} %` })),
      { y: bottom + 6 },
    ),
  )
  return {
    width,
    height: bottom + 14,
    title: 'Pass@1 of three runs on four backbones, by arm; runs derived from printed mean, sd and best',
    marks,
  }
}

function armMarks(
  backbone: string,
  { method, name, mean, sd, runs }: PaperView['backbones'][number]['arms'][number],
  { left, x, y }: { left: number; x: (value: number) => number; y: number },
): Mark[] {
  const isMain = method === 'subtask'
  const ink = isMain ? 'plot-line' : 'plot-null-line'
  return [
    rowName(left - 12, y + 4, name, isMain ? 'text' : 'text-3'),
    { kind: 'line', x1: x(mean - sd), x2: x(mean + sd), y1: y, y2: y, ink, width: 1.5 },
    { kind: 'line', x1: x(mean), x2: x(mean), y1: y - 6, y2: y + 6, ink, width: isMain ? 2.5 : 1.5 },
    ...runs.map(
      (run): Mark => ({
        kind: 'circle',
        x: x(run),
        y,
        r: 3.5,
        fill: 'surface',
        stroke: ink,
        width: 1.25,
        label: `${backbone}, ${name}: one run, ${run.toFixed(1)} %, derived`,
      }),
    ),
  ]
}

/** Figure 3 in the envelope of no effect. */
export function drawBuckets({ buckets }: PaperView, reach: readonly number[], width: number): Drawing {
  const [left, right, top, bottom] = [40, width - 44, 14, 226]
  const most = Math.ceil(Math.max(22, ...reach) / 5) * 5
  const [x, y] = [scale([0, 500], [left, right]), scale([-most, most], [bottom, top])]
  const points = [{ to: 0, cumulative: 0 }, ...buckets]
  const line = linePath(points.map(({ to, cumulative }) => [x(to), y(cumulative)]))
  return {
    width,
    height: 258,
    title: 'Net solved instances, subtask memory less no memory, cumulative after each 100 of one stream',
    marks: [
      noEffectBand(
        points.map(({ to }) => x(to)),
        [0, ...reach],
        y,
      ),
      ...leftAxis(roundTicks(-most, most, 6), y, { left, right, format: signed }),
      lineAcross(y(0), { left, right }),
      { kind: 'path', d: line, stroke: 'plot-line', width: 1.75 },
      ...buckets.flatMap((bucket, i) =>
        bucketMarks(bucket, i, i === buckets.length - 1, x(bucket.to), y(bucket.cumulative)),
      ),
      ...bottomAxis(
        points.map(({ to }) => ({ at: x(to), text: String(to) })),
        { y: bottom + 18 },
      ),
    ],
  }
}

/** A bucket's dot, and what it comes to: the last beside it, the others where the line leaves room. */
function bucketMarks(
  { from, to, net, cumulative }: PaperView['buckets'][number],
  i: number,
  isLast: boolean,
  x: number,
  y: number,
): Mark[] {
  const isDerived = net.certainty === 'derived'
  const at = isLast
    ? ({ x: x + 8, y: y + 4, anchor: 'start' } as const)
    : ({ x, y: y + (i < 2 ? 18 : -10), anchor: 'middle' } as const)
  return [
    {
      kind: 'circle',
      x,
      y,
      r: 4,
      fill: isDerived ? 'surface' : 'plot-line',
      stroke: 'plot-line',
      width: 1.5,
      label: `${from} to ${to}: ${signed(net.value ?? 0)}, ${isDerived ? 'derived' : 'printed'}; ${signed(cumulative)} so far`,
    },
    { kind: 'text', ...at, text: signed(cumulative), mono: true, strong: true, ink: 'text' },
  ]
}

const STEP_HEIGHT = 26

/** Tables 2 to 4 as steps from no memory to the full method. */
export function drawAblation(width: number): Drawing {
  const [left, right] = [width < 520 ? 112 : 150, width - 64]
  const base = ABLATIONS[0]?.passPercent.value ?? 0
  const most = Math.ceil(Math.max(...ABLATIONS.map(({ passPercent }) => (passPercent.value ?? base) - base)))
  const x = scale([0, most], [left, right])
  const ticks = roundTicks(0, most, 4)
  const bottom = ABLATIONS.length * STEP_HEIGHT
  return {
    width,
    height: bottom + 26,
    title: 'Pass@1 over no memory, percentage points, by configuration',
    marks: [
      ...uprightGrid(ticks, x, 2, bottom),
      ...ABLATIONS.flatMap((one, i): Mark[] => {
        const { name, passPercent } = one
        const value = passPercent.value ?? base
        const y = i * STEP_HEIGHT + 5
        const isFull = i === ABLATIONS.length - 1
        const words = i === 0 ? `${value.toFixed(1)} %` : `+${(value - base).toFixed(1)}`
        return [
          rowName(left - 10, y + 12, name, isFull ? 'text' : 'text-2'),
          {
            kind: 'rect',
            x: left,
            y,
            w: Math.max(1.5, x(value - base) - left),
            h: 16,
            fill: isFull ? 'plot-line' : 'plot-null-line',
            label: `${name}: ${passPercent.value?.toFixed(1)} %`,
          },
          {
            kind: 'text',
            x: x(value - base) + 8,
            y: y + 12,
            text: words,
            mono: true,
            ink: 'text',
            strong: isFull,
          },
        ]
      }),
      ...bottomAxis(
        ticks.map((tick) => ({ at: x(tick), text: `${signed(tick)} pp` })),
        { y: bottom + 18 },
      ),
    ],
  }
}
