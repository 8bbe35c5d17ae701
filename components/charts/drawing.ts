/**
 * A chart as a list of plain marks. One function decides where they stand, three draw them: the page, the SVG file and the report.
 * Coordinates are CSS pixels; colours are the names of the look's custom properties.
 */

export type Ink =
  | 'text'
  | 'text-2'
  | 'text-3'
  | 'surface'
  | 'hairline'
  | 'hairline-strong'
  | 'control'
  | 'plot-null'
  | 'plot-null-line'
  | 'plot-grid'
  | 'plot-axis'
  | 'plot-line'
  | 'analyze'
  | 'reproduce'
  | 'edit'
  | 'verify'
  | 'danger'

/** What a mark stands for: read out, shown on hover, and where it leads. */
type Meaning = { label?: string; href?: string }

export type Mark =
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; ink: Ink; width?: number; dash?: string }
  | ({
      kind: 'path'
      d: string
      fill?: Ink
      stroke?: Ink
      width?: number
      dash?: string
      opacity?: number
    } & Meaning)
  | ({
      kind: 'rect'
      x: number
      y: number
      w: number
      h: number
      fill?: Ink | 'hatch'
      stroke?: Ink
      opacity?: number
    } & Meaning)
  | ({ kind: 'circle'; x: number; y: number; r: number; fill?: Ink; stroke?: Ink; width?: number } & Meaning)
  | {
      kind: 'text'
      x: number
      y: number
      text: string
      ink?: Ink
      anchor?: 'start' | 'middle' | 'end'
      /** Numbers stand in the mono face. */
      mono?: boolean
      strong?: boolean
      /** It lies over other marks: drawn with a rim of the ground. */
      over?: true
    }

export interface Drawing {
  width: number
  height: number
  /** What the picture shows, in words: for those who hear the page, and the title of the file. */
  title: string
  marks: Mark[]
  /** Where a range can be brushed: the values along x and their pixels. */
  brush?: { top: number; bottom: number; places: { at: number; value: number }[] }
}

/** A straight line from a domain to pixels. */
export function scale(
  [d0, d1]: readonly [number, number],
  [r0, r1]: readonly [number, number],
): (value: number) => number {
  const step = d1 === d0 ? 0 : (r1 - r0) / (d1 - d0)
  return (value) => r0 + (value - d0) * step
}

/** Round values between low and high: 1, 2 or 5 times a power of ten apart, about `count` of them. */
export function roundTicks(low: number, high: number, count = 5): number[] {
  if (!(high > low)) return [low]
  const rough = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10)
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/** Path through points; a null lifts the pen, so that a gap stays a gap. `step`: the value holds until the next point. */
export function linePath(points: readonly ([number, number] | null)[], step = false): string {
  let d = ''
  let isDown = false
  for (const point of points) {
    if (point === null) {
      isDown = false
      continue
    }
    const [x, y] = point.map(round) as [number, number]
    d += isDown ? (step ? `H${x}V${y}` : `L${x} ${y}`) : `M${x} ${y}`
    isDown = true
  }
  return d
}

/** Closed area between an upper and a lower line over the same x. */
export function areaPath(xs: readonly number[], upper: readonly number[], lower: readonly number[]): string {
  if (xs.length === 0) return ''
  const there = xs.map((x, i) => `${round(x)} ${round(upper[i] ?? 0)}`)
  const back = xs.map((x, i) => `${round(x)} ${round(lower[i] ?? 0)}`).reverse()
  return `M${[...there, ...back].join('L')}Z`
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Grid lines with their values at the left; 0 in ink where the axis holds it. */
export function leftAxis(
  ticks: readonly number[],
  y: (value: number) => number,
  { left, right, format }: { left: number; right: number; format: (value: number) => string },
): Mark[] {
  return ticks.flatMap((tick): Mark[] => [
    { kind: 'line', x1: left, x2: right, y1: y(tick), y2: y(tick), ink: 'plot-grid' },
    {
      kind: 'text',
      x: left - 8,
      y: y(tick) + 4,
      text: format(tick),
      anchor: 'end',
      mono: true,
      ink: 'text-3',
    },
  ])
}

/** Values under the plot; those that would touch are left out, the last one first to stay; `end`: the drawing's edge. */
export function bottomAxis(
  ticks: readonly { at: number; text: string }[],
  { y, least = 34, end = Number.POSITIVE_INFINITY }: { y: number; least?: number; end?: number },
): Mark[] {
  const kept: { at: number; text: string }[] = []
  for (const tick of [...ticks].reverse())
    if (kept.every(({ at }) => Math.abs(at - tick.at) >= least)) kept.push(tick)
  return kept.reverse().map(({ at, text }) => {
    const isAtEnd = at + 4 * text.length > end
    const anchor = isAtEnd ? 'end' : 'middle'
    return { kind: 'text', x: isAtEnd ? end : at, y, text, anchor, mono: true, ink: 'text-3' }
  })
}
