import { area, curveLinear, curveStep, curveStepAfter, line } from 'd3'
import { categoryPath } from '../ui/format.ts'
import { altText, markWords } from './alt.ts'
import type { Curves, Figure, Measured, Point, Rows, Series } from './figure.ts'
import { asideOf, curvesFrame, type Frame, hasDots, rowsFrame } from './frame.ts'
import { type Ink, strokeOf } from './ink.ts'
import { writeNumber, writeTick } from './write-number.ts'

/** Turns the name of a colour into one that an SVG viewer knows. */
export type ColorOf = (ink: Ink) => string

/**
 * A figure as an SVG file, without a browser: recharts draws nothing on a server. Same figure, same text.
 * `id` keeps the hatches of several pictures on one page apart; `about`: lines that stand below the picture, what it is and where it is from.
 */
export function figureSvg(
  figure: Figure,
  width: number,
  colorOf: ColorOf,
  { id = 'hatch', about = [] }: { id?: string | undefined; about?: readonly string[] } = {},
): string {
  const frame = figure.kind === 'rows' ? rowsFrame(figure, width) : curvesFrame(figure, width)
  const lines = about.flatMap((line) => foldedAt(line, Math.floor(width / LETTER)))
  const height = frame.height + (lines.length === 0 ? 0 : LINE * (lines.length + 1))
  const pen = penOf(colorOf, id)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Geist, system-ui, sans-serif" font-size="11" role="img">`,
    `<title>${escapeXml(altText(figure))}</title>`,
    ...(about.length === 0 ? [] : [`<desc>${escapeXml(about.join('\n'))}</desc>`]),
    `<defs><pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1" height="5" fill="${colorOf('hairline-strong')}"/></pattern></defs>`,
    element('rect', { width, height, fill: colorOf('surface') }),
    ...(figure.kind === 'rows'
      ? rowsMarks(figure, rowsFrame(figure, width), pen)
      : curvesMarks(figure, frame, pen)),
    pen.words(frame.plot.left, frame.plot.bottom + 36, figure.x.name, 'text-3'),
    ...lines.map((line, i) => pen.words(0, frame.height + LINE * (i + 1), line, 'text-3')),
    '</svg>\n',
  ].join('\n')
}

/** Width of a letter and height of a line, px at 11 px. */
const [LETTER, LINE] = [6, 15]

function foldedAt(line: string, most: number): string[] {
  return line.match(new RegExp(`.{1,${most}}(?:\\s|$)|.{1,${most}}`, 'g')) ?? []
}

function curvesMarks(figure: Curves, frame: Frame, pen: Pen): string[] {
  const { plot, x, y, xTicks, yTicks, labels } = frame
  const { series, references = [] } = figure
  const across = (value: number, ink: Ink) => pen.straight([plot.left, y(value)], [plot.right, y(value)], ink)
  return [
    ...series.filter(({ role }) => role === 'band').map((one) => band(one, frame, pen)),
    ...yTicks.flatMap(({ value, text }) => [
      across(value, 'plot-grid'),
      pen.words(plot.left - 8, y(value) + 4, text, 'text-3', 'end'),
    ]),
    ...xTicks.map(({ value, text }) => pen.words(x(value), plot.bottom + 18, text, 'text-3', 'middle')),
    ...unknown(figure, frame, pen),
    ...(frame.yDomain[0] <= 0 ? [across(0, 'plot-axis')] : []),
    ...references.flatMap(({ axis, value, name }) =>
      axis === 'y'
        ? [across(value, 'plot-null-line')]
        : [
            pen.straight([x(value), plot.top], [x(value), plot.bottom], 'plot-null-line'),
            pen.words(x(value) + 5, plot.top + 8, name, 'text-3'),
          ],
    ),
    ...series.filter(({ role }) => role !== 'band').flatMap((one) => curve(one, figure, frame, pen)),
    ...labels.map(({ text, y: at, one }) =>
      pen.words(plot.right + 8, at, text, one?.role === 'main' ? 'text' : 'text-2'),
    ),
  ]
}

function band({ points, line: shape }: Series, { x, y }: Frame, { colorOf }: Pen): string {
  const path = area<Point>()
    .defined(({ low, high }) => low != null && high != null)
    .x((point) => x(point.x))
    .y0(({ low }) => y(low ?? 0))
    .y1(({ high }) => y(high ?? 0))
    .curve(shape === 'step' ? curveStep : curveLinear)
  return element('path', { d: path([...points]) ?? '', fill: colorOf('plot-null') })
}

function unknown({ x: axis, series }: Curves, { x, plot }: Frame, pen: Pen): string[] {
  const main = axis.places && series.find(({ role }) => role === 'main')
  const missing = (main?.points ?? []).filter(({ y }) => y === null)
  return missing.flatMap((point) => [
    pen.hatched(x(point.x) - 9, plot.top, 18, plot.bottom - plot.top),
    pen.words(x(point.x), plot.top + 10, point.says ?? 'unknown', 'text-3', 'middle'),
  ])
}

function curve(one: Series, figure: Curves, { x, y }: Frame, pen: Pen): string[] {
  const { ink, width, dash } = strokeOf(one, figure.series)
  const at = (point: Point) => x(point.x + asideOf(one, figure))
  const path = (value: (point: Point) => number | null) =>
    line<Point>()
      .defined((point) => value(point) !== null)
      .x(at)
      .y((point) => y(value(point) ?? 0))
      .curve(one.line === 'step' ? curveStepAfter : curveLinear)([...one.points]) ?? ''
  const stroke = { fill: 'none', stroke: pen.colorOf(ink), 'stroke-width': width, 'stroke-dasharray': dash }
  const thin = { fill: 'none', stroke: pen.colorOf('control'), 'stroke-width': 0.75 }
  const isThin = one.draws === 'lines'
  const count = isThin ? Math.max(0, ...one.points.map(({ draws }) => draws?.length ?? 0)) : 0
  const write = (value: number) => writeNumber(value, figure.y.unit)
  const look = { ink, isFilled: one.role === 'main' || one.category !== undefined, category: one.category }
  return [
    ...Array.from({ length: count }, (_, i) =>
      element('path', { d: path((point) => point.draws?.[i] ?? null), ...thin }),
    ),
    ...(one.line === 'none' ? [] : [element('path', { d: path((point) => point.y), ...stroke })]),
    ...one.points.flatMap((point) => {
      if (point.y === null) return []
      const label = markWords(one.name, writeTick(point.x, figure.x), point.y, point, write)
      const place = (value: number): Place => [at(point), y(value)]
      const beside = (value: number): Place => [at(point) - 6, y(value)]
      return [
        ...pen.measured(isThin ? { ...point, draws: [] } : point, place, ink, beside),
        ...(hasDots(one) ? [pen.dot(place(point.y), look, label)] : []),
        ...(point.isPrimary ? [pen.ring(place(point.y))] : []),
        ...(point.says ? [pen.words(at(point) + 11, y(point.y) - 7, point.says, 'text')] : []),
      ]
    }),
  ]
}

type RowsFrame = ReturnType<typeof rowsFrame>

function rowsMarks({ x: axis, references = [] }: Rows, frame: RowsFrame, pen: Pen): string[] {
  const { plot, x, y, xTicks, yTicks, lines } = frame
  const upright = (value: number, ink: Ink) =>
    pen.straight([x(value), plot.top], [x(value), plot.bottom], ink)
  return [
    ...xTicks.flatMap(({ value, text }) => [
      upright(value, value === 0 ? 'plot-axis' : 'plot-grid'),
      pen.words(x(value), plot.bottom + 18, text, 'text-3', 'middle'),
    ]),
    ...references.map(({ value }) => upright(value, 'plot-axis')),
    ...lines.flatMap(({ name, row }, i) => {
      if (row === null) return [pen.words(0, y(i) + 4, name, 'text')]
      const title = pen.words(plot.left - 12, y(i) + 4, yTicks[i]?.text ?? name, 'text-2', 'end')
      if (row.value === null) return [title, pen.hatched(plot.left, y(i) - 5, 34, 10)]
      const ink = ({ main: 'plot-line', other: 'plot-null-line', danger: 'danger' } as const)[row.role]
      const place = (value: number): Place => [x(value), y(i)]
      const label = markWords(row.group ?? '', row.name, row.value, row, (one) => writeNumber(one, axis.unit))
      return [
        title,
        ...pen.measured(row, place, ink),
        pen.dot(place(row.value), { ink, isFilled: row.role !== 'other', category: undefined }, label),
        ...(row.says ? [pen.words(plot.right + 8, y(i) + 4, row.says, 'text')] : []),
      ]
    }),
  ]
}

type Place = [x: number, y: number]
type Look = { ink: Ink; isFilled: boolean; category: Series['category'] }
type Pen = ReturnType<typeof penOf>

function penOf(colorOf: ColorOf, id: string) {
  const straight = ([x1, y1]: Place, [x2, y2]: Place, ink: Ink) =>
    element('line', { x1, y1, x2, y2, stroke: colorOf(ink) })
  const circle = ([cx, cy]: Place, r: number, fill: string, ink: Ink, inside = '') =>
    element('circle', { cx, cy, r, fill, stroke: colorOf(ink) }, inside)
  return {
    colorOf,
    straight,
    words: (x: number, y: number, text: string, ink: Ink, anchor?: 'middle' | 'end') =>
      element('text', { x, y, fill: colorOf(ink), 'text-anchor': anchor }, escapeXml(text)),
    hatched: (x: number, y: number, width: number, height: number) =>
      element('rect', { x, y, width, height, fill: `url(#${id})` }),
    ring: (at: Place) => circle(at, 9, 'none', 'plot-line'),
    /** Interval and draws of a mean. */
    measured: (
      { low, high, draws = [] }: Measured,
      place: (value: number) => Place,
      ink: Ink,
      beside = place,
    ) => [
      ...(low == null || high == null ? [] : [straight(place(low), place(high), ink)]),
      ...draws.flatMap((draw) =>
        draw === null ? [] : [circle(beside(draw), 2.5, colorOf('surface'), 'control')],
      ),
    ],
    dot: ([x, y]: Place, { ink, isFilled, category }: Look, label: string) => {
      const fill = colorOf(isFilled ? ink : 'surface')
      const title = `<title>${escapeXml(label)}</title>`
      if (!category) return circle([x, y], 4, fill, ink, title)
      return element('path', { d: categoryPath(category, x, y, 3), fill, stroke: colorOf(ink) }, title)
    },
  }
}

function element(name: string, attributes: Record<string, string | number | undefined>, inside = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
  return `<${name} ${written.join(' ')}${inside === '' ? '/>' : `>${inside}</${name}>`}`
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
