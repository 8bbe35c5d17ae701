/** Parts that several charts are made of, each as plain marks. */
import type { Ink, Mark } from './drawing.ts'

type Scale = (value: number) => number
type Interval = { low: number; high: number }

/** An interval as an upright bar; nothing where it is not known. */
export function intervalBar(at: number, interval: Interval | null, y: Scale, ink: Ink, width = 1.25): Mark[] {
  if (!interval) return []
  return [{ kind: 'line', x1: at, x2: at, y1: y(interval.low), y2: y(interval.high), ink, width }]
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
