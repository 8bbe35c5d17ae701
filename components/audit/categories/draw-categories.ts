import type { CategoriesAudit } from '../../../lib/memory/audit/categories-audit.ts'
import { lineAcross, QUARTERS, spread } from '../../charts/chart-parts.ts'
import {
  bottomAxis,
  type Drawing,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../../charts/drawing.ts'

type Filter = 'hard' | 'soft'
type Frame = { left: number; right: number; x: (share: number) => number; y: (value: number) => number }

function lineOfPredictor(
  wrong: number,
  { x, top, bottom }: { x: (value: number) => number; top: number; bottom: number },
): Drawing['marks'] {
  const at = x(wrong)
  const text = `the predictor: ${Math.round(100 * wrong)} % wrong`
  return [
    { kind: 'line', x1: at, x2: at, y1: top, y2: bottom, ink: 'plot-null-line', dash: '2 3' },
    { kind: 'text', x: at + 5, y: top + 8, text, ink: 'text-3' },
  ]
}

/** Mean reciprocal rank against the share of wrong categories: hard, soft, and without a filter. */
export function drawStress(report: CategoriesAudit, width: number): Drawing {
  const isWide = width >= 520
  const [left, right, top, bottom] = [44, width - (isWide ? 108 : 14), 12, 218]
  const level = report.ways.find(({ way }) => way === 'global')?.mrr ?? null
  const values = report.stress.flatMap(({ hard, soft }) => [hard ?? 0, soft ?? 0])
  const most = Math.max(0.1, ...values, level ?? 0) * 1.1
  const [x, y] = [scale([0, 1], [left, right]), scale([0, most], [bottom, top])]
  const frame = { left, right, x, y }
  return {
    width,
    height: 250,
    title: 'Mean reciprocal rank by share of wrong categories, hard filter against soft prior',
    marks: [
      ...leftAxis(roundTicks(0, most, 5), y, { left, right, format: (value) => value.toFixed(1) }),
      lineAcross(bottom, frame),
      ...(report.observedWrong === null ? [] : lineOfPredictor(report.observedWrong, { x, top, bottom })),
      ...(level === null ? [] : [lineAcross(y(level), frame, { ink: 'plot-null-line', dash: '5 3' })]),
      { kind: 'path', d: filterLine(report, 'soft', frame), stroke: 'plot-line', width: 1.25, dash: '4 3' },
      { kind: 'path', d: filterLine(report, 'hard', frame), stroke: 'plot-line', width: 2 },
      ...filterDots(report, 'hard', frame),
      ...filterDots(report, 'soft', frame),
      ...(isWide ? lineNames(report, level, frame) : []),
      ...bottomAxis(
        QUARTERS.map((share) => ({ at: x(share), text: `${100 * share} %` })),
        { y: bottom + 18, end: width },
      ),
    ],
  }
}

function filterLine({ stress }: CategoriesAudit, key: Filter, { x, y }: Frame): string {
  return linePath(stress.map(({ wrong, [key]: value }) => (value === null ? null : [x(wrong), y(value)])))
}

function filterDots({ stress }: CategoriesAudit, key: Filter, { x, y }: Frame): Mark[] {
  return stress.flatMap(({ wrong, [key]: value }): Mark[] =>
    value === null
      ? []
      : [
          {
            kind: 'circle',
            x: x(wrong),
            y: y(value),
            r: 3,
            fill: key === 'hard' ? 'plot-line' : 'surface',
            stroke: 'plot-line',
            width: 1.25,
            label: `${key}, ${Math.round(100 * wrong)} % wrong: ${value.toFixed(3)}`,
          },
        ],
  )
}

/** The lines' names beside the plot, kept apart: inside it they would lie over the lines. On a phone the caption says them. */
function lineNames({ stress }: CategoriesAudit, level: number | null, { right, y }: Frame): Mark[] {
  const last = stress.at(-1)
  const ends = [
    { text: 'hard filter', value: last?.hard ?? null },
    { text: 'soft prior', value: last?.soft ?? null },
    { text: 'no filter', value: level },
  ].flatMap(({ text, value }) => (value === null ? [] : [{ text, at: y(value) + 4 }]))
  const places = spread(
    ends.map(({ at }) => at),
    13,
  )
  return ends.map(({ text, at }, i) => ({
    kind: 'text',
    x: right + 8,
    y: places[i] ?? at,
    text,
    ink: 'text-2',
  }))
}

/** Said against right, by tenths of the probability. */
export function drawCalibration({ calibration }: CategoriesAudit, width: number): Drawing {
  const side = Math.min(width - 60, 260)
  const [left, top] = [44, 10]
  const [x, y] = [scale([0, 1], [left, left + side]), scale([0, 1], [top + side, top])]
  return {
    width,
    height: side + 44,
    title: 'How often the predicted category is the labelled one, by how sure the predictor was',
    marks: [
      ...leftAxis([0, 0.5, 1], y, { left, right: left + side, format: (value) => `${100 * value} %` }),
      { kind: 'line', x1: x(0), y1: y(0), x2: x(1), y2: y(1), ink: 'plot-null-line', dash: '4 3' },
      ...calibration.bins.flatMap(({ confidence, correct, n }): Mark[] =>
        confidence === null || correct === null
          ? []
          : [
              {
                kind: 'circle',
                x: x(confidence),
                y: y(correct),
                r: Math.max(3, Math.sqrt(n) * 1.6),
                fill: 'plot-line',
                label: `said ${Math.round(100 * confidence)} %, agreed ${Math.round(100 * correct)} % of ${n}`,
              },
            ],
      ),
      ...bottomAxis(
        [0, 0.5, 1].map((value) => ({ at: x(value), text: `${100 * value} %` })),
        { y: top + side + 18 },
      ),
    ],
  }
}
