import type { StreamPlace, StreamReport } from '../../../lib/memory/studies/stream.ts'
import type { StreamPlan } from '../../../lib/memory/studies/stream-schema.ts'
import { intervalBar, spread } from '../../charts/chart-parts.ts'
import {
  areaPath,
  bottomAxis,
  type Drawing,
  type Ink,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../../charts/drawing.ts'
import { binWords, MEASURE_WORDS, type Measure, seedWords } from './replay-words.ts'

const DASHES = [undefined, '5 3', '2 3', '7 3 2 3']
const HEIGHT = 300
const GROUND_WORDS = 'eligible entries of the category'
const share = (value: number) => `${Math.round(100 * value)} %`

type Frame = { left: number; right: number; top: number; bottom: number; y: (value: number) => number }
/** Middles of the bins, and how far they stand apart. */
type Places = Frame & { at: (i: number) => number; step: number }

/** Share of good answers by how many entries there were to choose from: a line a strategy, a small dot an order. */
export function drawDensity(
  plan: StreamPlan,
  { bins }: StreamReport,
  measure: Measure,
  width: number,
): Drawing {
  const names = plan.strategies.filter((name) => bins.some((bin) => name in bin[measure]))
  const frame = { left: 48, right: width - (width < 520 ? 92 : 150), top: 14, bottom: HEIGHT - 44 }
  const most = Math.max(
    0.1,
    ...bins.flatMap((bin) => [
      ...(measure === 'relevant' ? [bin.reachable ?? 0] : Object.values(bin.byChance).map((one) => one ?? 0)),
      ...Object.values(bin[measure]).map(({ high, share: value }) => high ?? value ?? 0),
    ]),
  )
  const y = scale([0, most], [frame.bottom, frame.top])
  const step = (frame.right - frame.left) / Math.max(1, bins.length)
  const at = (i: number) => frame.left + (i + 0.5) * step
  return {
    width,
    height: HEIGHT,
    title: `Share of questions whose ${MEASURE_WORDS[measure]}, by eligible entries of the category`,
    marks: [
      ...ceiling(bins, measure, at, { ...frame, y }),
      ...leftAxis(roundTicks(0, most, 5), y, { ...frame, format: share }),
      ...bottomAxis(
        bins.map((bin, i) => ({ at: at(i), text: binWords(bin) })),
        { y: frame.bottom + 16, least: 52, end: width - 8 },
      ),
      { kind: 'text', x: frame.left, y: frame.bottom + 34, text: GROUND_WORDS, ink: 'text-3' },
      ...names.flatMap((name, i) => lineOf(name, i, names.length, bins, measure, { ...frame, y, at, step })),
      ...labelsOf(names, bins, measure, { ...frame, y }),
    ],
  }
}

/** What could be had at most, or what chance gives in a category: the grey ground. What it gives among all entries is dotted: no filter has its own. */
function ceiling(
  bins: StreamReport['bins'],
  measure: Measure,
  at: (i: number) => number,
  { y, bottom }: Frame,
): Mark[] {
  const inCategory = (bin: StreamReport['bins'][number]) =>
    Object.entries(bin.byChance).find(([name]) => name !== 'global')?.[1] ?? null
  const known = bins.flatMap((bin, i) => {
    const value = measure === 'relevant' ? bin.reachable : inCategory(bin)
    return value === null ? [] : [{ x: at(i), y: y(value) }]
  })
  const amongAll = bins.map((bin, i): [number, number] | null => {
    const value = bin.byChance.global ?? null
    return value === null ? null : [at(i), y(value)]
  })
  const d = areaPath(
    known.map(({ x }) => x),
    known.map((one) => one.y),
    known.map(() => bottom),
  )
  const dotted: Mark = {
    kind: 'path',
    d: linePath(amongAll),
    stroke: 'plot-null-line',
    width: 1,
    dash: '1 3',
  }
  return [
    ...(d === '' ? [] : [{ kind: 'path', d, fill: 'plot-null', opacity: 0.7 } satisfies Mark]),
    ...(measure === 'fits' && amongAll.some((point) => point !== null) ? [dotted] : []),
  ]
}

type Bin = StreamReport['bins'][number]

/** A strategy's line over the bins, in which it stands a little aside of the others. */
function lineOf(
  name: string,
  i: number,
  count: number,
  bins: Bin[],
  measure: Measure,
  places: Places,
): Mark[] {
  const { at, step, y } = places
  const nudge = (i - (count - 1) / 2) * Math.min(7, step / 8)
  const points = bins.map((bin, place): [number, number] | null => {
    const value = bin[measure][name]?.share ?? null
    return value === null ? null : [at(place) + nudge, y(value)]
  })
  const dash = DASHES[i % DASHES.length]
  return [
    {
      kind: 'path',
      d: linePath(points),
      stroke: i === 0 ? 'plot-line' : 'plot-null-line',
      width: i === 0 ? 2 : 1.25,
      ...(dash ? { dash } : {}),
    },
    ...bins.flatMap((bin, place) => binMarks(name, i === 0, bin, measure, at(place) + nudge, y)),
  ]
}

/** A strategy's share in one bin: its interval, each order as a small dot, their mean. */
function binMarks(
  name: string,
  isFirst: boolean,
  bin: Bin,
  measure: Measure,
  x: number,
  y: Frame['y'],
): Mark[] {
  const one = bin[measure][name]
  if (one === undefined || one.share === null) return []
  const { share: value, low, high, bySeed, n } = one
  const interval = low === null || high === null ? null : { low, high }
  const range = interval ? `, 95 % ${share(interval.low)} to ${share(interval.high)}` : ''
  const ink: Ink = isFirst ? 'plot-line' : 'plot-null-line'
  return [
    ...intervalBar(x, interval, y, ink, 1),
    ...bySeed.flatMap((seed): Mark[] =>
      seed === null ? [] : [{ kind: 'circle', x, y: y(seed), r: 1.6, fill: 'text-3' }],
    ),
    {
      kind: 'circle',
      x,
      y: y(value),
      r: isFirst ? 4.5 : 3.5,
      ...(isFirst ? { fill: ink } : { fill: 'surface' as const, stroke: ink }),
      label: `${name}, ${binWords(bin)} entries: ${share(value)} of ${n}${range}`,
    },
  ]
}

/** The strategies' names where their lines end, from the top down. */
function labelsOf(names: readonly string[], bins: Bin[], measure: Measure, { right, y }: Frame): Mark[] {
  const shareOf = (bin: Bin | undefined, name: string) => bin?.[measure][name]?.share ?? null
  const ends = names.map(
    (name) =>
      shareOf(
        bins.findLast((bin) => shareOf(bin, name) !== null),
        name,
      ) ?? 0,
  )
  const places = spread(ends.map(y), 14)
  return names
    .map((text, i) => ({ text, isFirst: i === 0, at: (places[i] ?? 0) + 4 }))
    .sort((a, b) => a.at - b.at)
    .map(({ text, isFirst, at }) => ({
      kind: 'text',
      x: right + 8,
      y: at,
      text,
      ink: isFirst ? 'text' : 'text-3',
      strong: isFirst,
    }))
}

const STRIP_HEIGHT = 96

/** One order of the stream: how the memory grew, and below it what each place was given; the chosen place marked. */
export function drawStrip(
  { seed, places }: StreamReport['seeds'][number],
  { strategy, measure, chosen }: { strategy: string; measure: Measure; chosen: number },
  width: number,
): Drawing {
  const frame = { left: 48, right: width - 12, top: 10, bottom: STRIP_HEIGHT - 34 }
  const most = Math.max(1, ...places.map(({ eligible }) => eligible))
  const x = scale([0, Math.max(1, places.length - 1)], [frame.left, frame.right])
  const y = scale([0, most], [frame.bottom, frame.top])
  const at = x(chosen)
  return {
    width,
    height: STRIP_HEIGHT,
    title: `${seedWords(seed)}: eligible entries by place in the stream, and where ${strategy} found something of use`,
    marks: [
      ...leftAxis([0, most], y, { ...frame, format: String }),
      {
        kind: 'path',
        d: linePath(
          places.map(({ eligible }, i) => [x(i), y(eligible)]),
          true,
        ),
        stroke: 'plot-null-line',
        width: 1.25,
      },
      ...places.flatMap((place, i) => tick(place, x(i), strategy, measure, frame.bottom)),
      { kind: 'line', x1: at, x2: at, y1: frame.top - 4, y2: frame.bottom + 16, ink: 'text', width: 1.5 },
      ...bottomAxis(
        roundTicks(1, places.length, 6).map((place) => ({ at: x(place - 1), text: String(place) })),
        { y: frame.bottom + 30, least: 34, end: frame.right },
      ),
    ],
  }
}

/** Height and ink say how many of the place's answers were of use. */
function tick(place: StreamPlace, x: number, strategy: string, measure: Measure, y: number): Mark[] {
  const count = place[measure][strategy] ?? 0
  if (place.asked === 0 || count === 0)
    return [{ kind: 'line', x1: x, x2: x, y1: y + 8, y2: y + 10, ink: 'plot-grid' }]
  const h = 3 + (9 * count) / place.asked
  return [{ kind: 'line', x1: x, x2: x, y1: y + 4, y2: y + 4 + h, ink: 'plot-line', width: 1.5 }]
}
