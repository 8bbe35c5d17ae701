import { area, curveLinear, curveStep, curveStepAfter, line } from 'd3'
import { categoryPath } from '../ui/format.ts'
import { altText, markWords } from './alt.ts'
import type { Curves, Figure, Point, Row, Rows, Series } from './figure.ts'
import { asideOf, curvesFrame, type Frame, hasDots, ROW_HEIGHT, rowsFrame } from './frame.ts'
import { type Ink, strokeOf } from './ink.ts'
import { writeNumber, writeTick } from './write-number.ts'

/** Turns the name of a colour into one that an SVG viewer knows. */
export type ColorOf = (ink: Ink) => string

/**
 * A figure as an SVG file, without a browser: recharts draws nothing on a server. Same figure, same text.
 * `id` keeps the hatches of several pictures on one page apart.
 */
export function figureSvg(figure: Figure, width: number, colorOf: ColorOf, id = 'hatch'): string {
  const pen = { colorOf, id }
  const frame = figure.kind === 'rows' ? rowsFrame(figure, width) : curvesFrame(figure, width)
  const { height } = frame
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Geist, system-ui, sans-serif" font-size="11" role="img">`,
    `<title>${escapeXml(altText(figure))}</title>`,
    `<defs><pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1" height="5" fill="${colorOf('hairline-strong')}"/></pattern></defs>`,
    element('rect', { width, height, fill: colorOf('surface') }),
    ...(figure.kind === 'rows'
      ? rowsMarks(figure, rowsFrame(figure, width), pen)
      : curvesMarks(figure, frame, pen)),
    '</svg>\n',
  ].join('\n')
}

interface Pen {
  colorOf: ColorOf
  id: string
}

function curvesMarks(figure: Curves, frame: Frame, pen: Pen): string[] {
  const { plot, x, y, xTicks, yTicks, labels } = frame
  const { series, references = [] } = figure
  return [
    ...series.filter(({ role }) => role === 'band').map((one) => band(one, frame, pen)),
    ...yTicks.flatMap(({ value, text }) => [
      straight([plot.left, y(value)], [plot.right, y(value)], 'plot-grid', pen),
      words(plot.left - 8, y(value) + 4, text, pen, 'text-3', 'end'),
    ]),
    ...xTicks.map(({ value, text }) => words(x(value), plot.bottom + 18, text, pen, 'text-3', 'middle')),
    ...unknown(figure, frame, pen),
    ...(frame.yDomain[0] <= 0 ? [straight([plot.left, y(0)], [plot.right, y(0)], 'plot-axis', pen)] : []),
    ...references.flatMap(({ axis, value, name }) =>
      axis === 'y'
        ? [straight([plot.left, y(value)], [plot.right, y(value)], 'plot-null-line', pen)]
        : [
            straight([x(value), plot.top], [x(value), plot.bottom], 'plot-null-line', pen),
            words(x(value) + 5, plot.top + 8, name, pen, 'text-3'),
          ],
    ),
    ...series.filter(({ role }) => role !== 'band').flatMap((one) => curve(one, figure, frame, pen)),
    ...labels.map(({ text, y: at, one }) =>
      words(plot.right + 8, at, text, pen, one?.role === 'main' ? 'text' : 'text-2'),
    ),
    words(plot.left, plot.bottom + 36, figure.x.name, pen, 'text-3'),
  ]
}

function band({ points, line: shape }: Series, { x, y }: Frame, { colorOf }: Pen): string {
  const path = area<Point>()
    .defined(({ low, high }) => (low ?? null) !== null && (high ?? null) !== null)
    .x((point) => x(point.x))
    .y0(({ low }) => y(low ?? 0))
    .y1(({ high }) => y(high ?? 0))
    .curve(shape === 'step' ? curveStep : curveLinear)
  return element('path', { d: path([...points]) ?? '', fill: colorOf('plot-null') })
}

function unknown({ x: axis, series }: Curves, { x, plot }: Frame, pen: Pen): string[] {
  const main = axis.places && series.find(({ role }) => role === 'main')
  return (main?.points ?? []).flatMap((point) =>
    point.y === null
      ? [
          element('rect', {
            x: x(point.x) - 9,
            y: plot.top,
            width: 18,
            height: plot.bottom - plot.top,
            fill: `url(#${pen.id})`,
          }),
          words(x(point.x), plot.top + 10, point.says ?? 'unknown', pen, 'text-3', 'middle'),
        ]
      : [],
  )
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
  const draws = Array.from(
    { length: Math.max(0, ...one.points.map((point) => point.draws?.length ?? 0)) },
    (_, i) => i,
  )
  return [
    ...(one.draws === 'lines'
      ? draws.map((i) => element('path', { d: path((point) => point.draws?.[i] ?? null), ...thin }))
      : []),
    ...(one.line === 'none' ? [] : [element('path', { d: path((point) => point.y), ...stroke })]),
    ...one.points.flatMap((point) =>
      point.y === null ? [] : pointMarks({ ...point, y: point.y }, at(point), one, figure, y, pen),
    ),
  ]
}

function pointMarks(
  point: Point & { y: number },
  at: number,
  one: Series,
  figure: Curves,
  y: Frame['y'],
  pen: Pen,
): string[] {
  const { ink } = strokeOf(one, figure.series)
  const { low, high, draws = [], isPrimary, says } = point
  const hollow = { fill: pen.colorOf('surface'), stroke: pen.colorOf('control') }
  const label = markWords(one.name, writeTick(point.x, figure.x), point.y, point, (value) =>
    writeNumber(value, figure.y.unit),
  )
  return [
    ...(low == null || high == null ? [] : [straight([at, y(low)], [at, y(high)], ink, pen)]),
    ...(one.draws === 'lines'
      ? []
      : draws.flatMap((draw) =>
          draw === null ? [] : [element('circle', { cx: at - 6, cy: y(draw), r: 2.5, ...hollow })],
        )),
    ...(hasDots(one)
      ? [
          dot(
            at,
            y(point.y),
            { ink, isFilled: one.role === 'main' || one.category !== undefined, category: one.category },
            label,
            pen,
          ),
        ]
      : []),
    ...(isPrimary
      ? [element('circle', { cx: at, cy: y(point.y), r: 9, fill: 'none', stroke: pen.colorOf('plot-line') })]
      : []),
    ...(says ? [words(at + 11, y(point.y) - 7, says, pen, 'text')] : []),
  ]
}

function rowsMarks(
  { rows, x: axis, references = [] }: Rows,
  { plot, x, y, xTicks, yTicks, lines }: ReturnType<typeof rowsFrame>,
  pen: Pen,
): string[] {
  const upright = (value: number, ink: Ink) =>
    straight([x(value), plot.top], [x(value), plot.bottom], ink, pen)
  return [
    ...xTicks.flatMap(({ value, text }) => [
      upright(value, value === 0 ? 'plot-axis' : 'plot-grid'),
      words(x(value), plot.bottom + 18, text, pen, 'text-3', 'middle'),
    ]),
    ...references.map(({ value }) => upright(value, 'plot-axis')),
    ...lines.flatMap(({ name, row }, i) =>
      row === null
        ? [words(0, y(i) + 4, name, pen, 'text')]
        : [
            words(plot.left - 12, y(i) + 4, yTicks[i]?.text ?? name, pen, 'text-2', 'end'),
            ...rowMarks(row, y(i), { x, left: plot.left }, axis, pen),
            ...(row.says ? [words(plot.right + 8, y(i) + 4, row.says, pen, 'text')] : []),
          ],
    ),
    ...(rows.length > 0 ? [words(plot.left, plot.bottom + 36, axis.name, pen, 'text-3')] : []),
  ]
}

function rowMarks(
  row: Row,
  at: number,
  { x, left }: Pick<Frame, 'x'> & { left: number },
  axis: Rows['x'],
  pen: Pen,
): string[] {
  const { value, low, high, draws = [], role } = row
  const ink = ({ main: 'plot-line', other: 'plot-null-line', danger: 'danger' } as const)[role]
  const hollow = { fill: pen.colorOf('surface'), stroke: pen.colorOf('control') }
  if (value === null)
    return [
      element('rect', {
        x: left,
        y: at - ROW_HEIGHT / 4,
        width: 34,
        height: ROW_HEIGHT / 2,
        fill: `url(#${pen.id})`,
      }),
    ]
  const label = markWords(row.group ?? '', row.name, value, row, (one) => writeNumber(one, axis.unit))
  return [
    ...(low == null || high == null ? [] : [straight([x(low), at], [x(high), at], ink, pen)]),
    ...draws.flatMap((draw) =>
      draw === null ? [] : [element('circle', { cx: x(draw), cy: at, r: 3, ...hollow })],
    ),
    dot(x(value), at, { ink, isFilled: role !== 'other', category: undefined }, label, pen),
  ]
}

type Look = { ink: Ink; isFilled: boolean; category: Series['category'] }

function dot(
  x: number,
  y: number,
  { ink, isFilled, category }: Look,
  label: string,
  { colorOf }: Pen,
): string {
  const paint = { fill: colorOf(isFilled ? ink : 'surface'), stroke: colorOf(ink) }
  const title = `<title>${escapeXml(label)}</title>`
  return category
    ? element('path', { d: categoryPath(category, x, y, 3), ...paint }, title)
    : element('circle', { cx: x, cy: y, r: 4, ...paint }, title)
}

function straight(
  [x1, y1]: [number, number],
  [x2, y2]: [number, number],
  ink: Ink,
  { colorOf }: Pen,
): string {
  return element('line', { x1, y1, x2, y2, stroke: colorOf(ink) })
}

function words(
  x: number,
  y: number,
  text: string,
  { colorOf }: Pen,
  ink: Ink,
  anchor?: 'middle' | 'end',
): string {
  return element('text', { x, y, fill: colorOf(ink), 'text-anchor': anchor }, escapeXml(text))
}

function element(name: string, attributes: Record<string, string | number | undefined>, inside = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
  return `<${name} ${written.join(' ')}${inside === '' ? '/>' : `>${inside}</${name}>`}`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
