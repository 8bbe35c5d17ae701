import type { CategoriesAudit } from '../../../lib/memory/audit/categories-audit.ts'
import {
  bottomAxis,
  type Drawing,
  leftAxis,
  linePath,
  type Mark,
  roundTicks,
  scale,
} from '../../charts/drawing.ts'

/** Mean reciprocal rank against the share of wrong categories: hard, soft, and without a filter. */
export function drawStress(report: CategoriesAudit, width: number): Drawing {
  const isWide = width >= 520
  const [left, right, top, bottom] = [44, width - (isWide ? 108 : 14), 12, 218]
  const level = report.ways.find(({ way }) => way === 'global')?.mrr ?? null
  const values = report.stress.flatMap(({ hard, soft }) => [hard ?? 0, soft ?? 0])
  const most = Math.max(0.1, ...values, level ?? 0) * 1.1
  const [x, y] = [scale([0, 1], [left, right]), scale([0, most], [bottom, top])]
  const line = (key: 'hard' | 'soft') =>
    linePath(
      report.stress.map((point) => {
        const value = point[key]
        return value === null ? null : [x(point.wrong), y(value)]
      }),
    )
  const dots = (key: 'hard' | 'soft'): Mark[] =>
    report.stress.flatMap(({ wrong, [key]: value }): Mark[] =>
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
  const end = (key: 'hard' | 'soft') => report.stress.at(-1)?.[key] ?? null
  const name = (value: number | null, text: string): Mark[] =>
    value === null || !isWide ? [] : [{ kind: 'text', x: right + 8, y: y(value) + 4, text, ink: 'text-2' }]
  // Between the last two shares that are tried: beside one it would lie under its dots.
  const noFilter: Mark[] =
    level === null
      ? []
      : [
          {
            kind: 'text',
            x: x(0.875),
            y: y(level) - 5,
            text: 'no filter',
            anchor: 'middle',
            ink: 'text-2',
            over: true,
          },
        ]
  const observed = x(report.observedWrong)
  return {
    width,
    height: 250,
    title: 'Mean reciprocal rank by share of wrong categories, hard filter against soft prior',
    marks: [
      ...leftAxis(roundTicks(0, most, 5), y, { left, right, format: (value) => value.toFixed(1) }),
      { kind: 'line', x1: left, x2: right, y1: bottom, y2: bottom, ink: 'plot-axis' },
      { kind: 'line', x1: observed, x2: observed, y1: top, y2: bottom, ink: 'plot-null-line', dash: '2 3' },
      {
        kind: 'text',
        x: observed + 5,
        y: top + 8,
        text: `the predictor: ${Math.round(100 * report.observedWrong)} % wrong`,
        ink: 'text-3',
      },
      ...(level === null
        ? []
        : ([
            {
              kind: 'line',
              x1: left,
              x2: right,
              y1: y(level),
              y2: y(level),
              ink: 'plot-null-line',
              dash: '5 3',
            },
          ] satisfies Mark[])),
      { kind: 'path', d: line('soft'), stroke: 'plot-line', width: 1.25, dash: '4 3' },
      { kind: 'path', d: line('hard'), stroke: 'plot-line', width: 2 },
      ...dots('hard'),
      ...dots('soft'),
      ...noFilter,
      ...name(end('hard'), 'hard filter'),
      ...name(end('soft'), 'soft prior'),
      ...bottomAxis(
        [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: x(share), text: `${100 * share} %` })),
        { y: bottom + 18, end: width },
      ),
    ],
  }
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
