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
    for (const { method, name, mean, sd, runs } of arms) {
      const isMain = method === 'subtask'
      const ink = isMain ? 'plot-line' : 'plot-null-line'
      marks.push(
        { kind: 'text', x: left - 12, y: y + 4, text: name, anchor: 'end', ink: isMain ? 'text' : 'text-3' },
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
      )
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

/** Figure 3 in the envelope of no effect. */
export function drawBuckets({ buckets }: PaperView, reach: readonly number[], width: number): Drawing {
  const [left, right, top, bottom] = [40, width - 44, 14, 226]
  const most = Math.ceil(Math.max(22, ...reach) / 5) * 5
  const [x, y] = [scale([0, 500], [left, right]), scale([-most, most], [bottom, top])]
  const xs = [0, ...buckets.map(({ to }) => to)].map(x)
  const reaches = [0, ...reach]
  const points = [{ to: 0, cumulative: 0, net: null }, ...buckets]
  return {
    width,
    height: 258,
    title: 'Net solved instances, subtask memory less no memory, cumulative after each 100 of one stream',
    marks: [
      {
        kind: 'path',
        d: areaPath(
          xs,
          reaches.map((value) => y(value)),
          reaches.map((value) => y(-value)),
        ),
        fill: 'plot-null',
      },
      ...leftAxis(roundTicks(-most, most, 6), y, { left, right, format: signed }),
      { kind: 'line', x1: left, x2: right, y1: y(0), y2: y(0), ink: 'plot-axis' },
      {
        kind: 'path',
        d: linePath(points.map(({ to, cumulative }) => [x(to), y(cumulative)])),
        stroke: 'plot-line',
        width: 1.75,
      },
      ...buckets.flatMap(({ from, to, net, cumulative }, i): Mark[] => [
        {
          kind: 'circle',
          x: x(to),
          y: y(cumulative),
          r: 4,
          fill: net.certainty === 'derived' ? 'surface' : 'plot-line',
          stroke: 'plot-line',
          width: 1.5,
          label: `${from} to ${to}: ${signed(net.value ?? 0)}, ${net.certainty === 'derived' ? 'derived' : 'printed'}; ${signed(cumulative)} so far`,
        },
        {
          kind: 'text',
          x: x(to) + (i === buckets.length - 1 ? 8 : 0),
          y: y(cumulative) + (i === buckets.length - 1 ? 4 : i < 2 ? 18 : -10),
          text: signed(cumulative),
          anchor: i === buckets.length - 1 ? 'start' : 'middle',
          mono: true,
          strong: true,
          ink: 'text',
        },
      ]),
      ...bottomAxis(
        points.map(({ to }) => ({ at: x(to), text: String(to) })),
        { y: bottom + 18 },
      ),
    ],
  }
}

/** Tables 2 to 4 as steps from no memory to the full method. */
export function drawAblation({ ablations }: PaperView, width: number): Drawing {
  const isNarrow = width < 520
  const [left, right] = [isNarrow ? 112 : 150, width - 64]
  const base = ablations[0]?.passPercent.value ?? 0
  const most = Math.max(...ablations.map(({ passPercent }) => (passPercent.value ?? base) - base))
  const x = scale([0, Math.ceil(most)], [left, right])
  const rowHeight = 26
  return {
    width,
    height: ablations.length * rowHeight + 26,
    title: 'Pass@1 over no memory, percentage points, by configuration',
    marks: [
      ...roundTicks(0, Math.ceil(most), 4).flatMap((tick): Mark[] => [
        {
          kind: 'line',
          x1: x(tick),
          x2: x(tick),
          y1: 2,
          y2: ablations.length * rowHeight,
          ink: tick === 0 ? 'plot-axis' : 'plot-grid',
        },
      ]),
      ...ablations.flatMap(({ name, passPercent: { value } }, i): Mark[] => {
        const y = i * rowHeight + 5
        const isFull = i === ablations.length - 1
        const over = (value ?? base) - base
        return [
          {
            kind: 'text',
            x: left - 10,
            y: y + 12,
            text: name,
            anchor: 'end',
            ink: isFull ? 'text' : 'text-2',
          },
          {
            kind: 'rect',
            x: left,
            y,
            w: Math.max(1.5, x(over) - left),
            h: 16,
            fill: isFull ? 'plot-line' : 'plot-null-line',
            label: `${name}: ${value?.toFixed(1)} %`,
          },
          {
            kind: 'text',
            x: x(over) + 8,
            y: y + 12,
            text: i === 0 ? `${value?.toFixed(1)} %` : `+${over.toFixed(1)}`,
            mono: true,
            ink: 'text',
            strong: isFull,
          },
        ]
      }),
      ...bottomAxis(
        roundTicks(0, Math.ceil(most), 4).map((tick) => ({ at: x(tick), text: `${signed(tick)} pp` })),
        { y: ablations.length * rowHeight + 18 },
      ),
    ],
  }
}

/** Figure 5: shares of the retrieved entries over shares of the retrievals; what is not reported is a hatch. */
export function drawReuse({ reuse: { printed, derived } }: PaperView, width: number): Drawing {
  const entries = printed.retrievedEntries.value ?? 0
  const head = printed.headEntries.value ?? 0
  const headShare = (printed.headPercent.value ?? 0) / 100
  const single = derived?.singleUse ?? 0
  const left = 76
  const x = scale([0, 1], [left, width - 1])
  const bar = (
    y: number,
    parts: {
      from: number
      to: number
      fill: 'plot-line' | 'plot-null-line' | 'plot-null' | 'hatch'
      label: string
    }[],
  ) =>
    parts.map(
      ({ from, to, fill, label }): Mark => ({
        kind: 'rect',
        x: x(from),
        y,
        w: x(to) - x(from) - 1,
        h: 22,
        fill,
        label,
      }),
    )
  const headTo = head / entries
  const singleFrom = 1 - single / entries
  return {
    width,
    height: 96,
    title: 'Entries that were retrieved, and the share of retrievals that they carry',
    marks: [
      { kind: 'text', x: left - 10, y: 17, text: 'entries', anchor: 'end', ink: 'text-2' },
      ...bar(2, [
        { from: 0, to: headTo, fill: 'plot-line', label: `${head} most used` },
        {
          from: headTo,
          to: singleFrom,
          fill: 'plot-null-line',
          label: `${derived?.middle} in between, derived`,
        },
        { from: singleFrom, to: 1, fill: 'plot-null', label: `${single} used once` },
      ]),
      { kind: 'text', x: x(headTo) + 4, y: 40, text: `top ${head}`, anchor: 'end', ink: 'text-3' },
      { kind: 'text', x: width - 1, y: 40, text: `used once: ${single}`, anchor: 'end', ink: 'text-3' },
      { kind: 'text', x: left - 10, y: 67, text: 'retrievals', anchor: 'end', ink: 'text-2' },
      ...bar(52, [
        {
          from: 0,
          to: headShare,
          fill: 'plot-line',
          label: `${(100 * headShare).toFixed(1)} % by the ${head} most used`,
        },
        { from: headShare, to: 1, fill: 'hatch', label: 'how the rest is shared is not reported' },
      ]),
      {
        kind: 'text',
        x: x(headShare),
        y: 90,
        text: `${(100 * headShare).toFixed(1)} %`,
        anchor: 'end',
        mono: true,
        ink: 'text',
      },
      {
        kind: 'text',
        x: width - 1,
        y: 90,
        text: 'the rest: shares not reported',
        anchor: 'end',
        ink: 'text-3',
      },
    ],
  }
}
