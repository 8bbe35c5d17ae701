/** Parts that several charts are made of, each as plain marks. */
import { areaPath, type Ink, type Mark } from './drawing.ts'

/** Quarters of a whole: the ticks of an axis of shares. */
export const QUARTERS = [0, 0.25, 0.5, 0.75, 1]

type Scale = (value: number) => number
type Interval = { low: number; high: number }

/** A line across the plot at one height. */
export function lineAcross(
  y: number,
  { left, right }: { left: number; right: number },
  { ink = 'plot-axis', dash }: { ink?: Ink; dash?: string } = {},
): Mark {
  return { kind: 'line', x1: left, x2: right, y1: y, y2: y, ink, ...(dash ? { dash } : {}) }
}

/** Upright grid lines; 0 in the ink of an axis. */
export function uprightGrid(ticks: readonly number[], x: Scale, top: number, bottom: number): Mark[] {
  return ticks.map((tick) => {
    const at = x(tick)
    return { kind: 'line', x1: at, x2: at, y1: top, y2: bottom, ink: tick === 0 ? 'plot-axis' : 'plot-grid' }
  })
}

/** An interval as an upright bar; nothing where it is not known. */
export function intervalBar(at: number, interval: Interval | null, y: Scale, ink: Ink, width = 1.25): Mark[] {
  if (!interval) return []
  return [{ kind: 'line', x1: at, x2: at, y1: y(interval.low), y2: y(interval.high), ink, width }]
}

/** Places of a line; a single one holds along the whole plot, as what does not depend on the axis. */
export function alongThePlot(
  at: readonly [number, number][],
  { left, right }: { left: number; right: number },
): [number, number][] {
  const [only] = at
  if (at.length !== 1 || !only) return [...at]
  return [left, right].map((x): [number, number] => [x, only[1]])
}

/** What no effect would reach on both sides of 0: the grey ground. */
export function noEffectBand(xs: readonly number[], reach: readonly number[], y: Scale): Mark {
  const [upper, lower] = [reach.map((one) => y(one)), reach.map((one) => y(-one))]
  return { kind: 'path', d: areaPath(xs, upper, lower), fill: 'plot-null' }
}

/** The name of a row, ending left of its plot. */
export function rowName(x: number, y: number, text: string, ink?: Ink): Mark {
  return { kind: 'text', x, y, text, anchor: 'end', ...(ink ? { ink } : {}) }
}

/** A name of at most so many letters. */
export function cutName(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1)}…` : name
}

/** Places of labels in the order given, pushed down as little as keeps them apart. */
export function spread(wanted: readonly number[], apart: number): number[] {
  const order = wanted.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at)
  let last = Number.NEGATIVE_INFINITY
  const placed = [...wanted]
  for (const { at, i } of order) {
    last = Math.max(at, last + apart)
    placed[i] = last
  }
  return placed
}
