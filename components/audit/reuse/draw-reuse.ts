import type { EntryUtility } from '../../../lib/memory/audit/reuse-audit.ts'
import { bottomAxis, type Drawing, leftAxis, linePath, type Mark, scale } from '../../charts/drawing.ts'
import { DERIVED_REUSE_LABEL, type LorenzLine } from './prepare-reuse.ts'

/** Share of uses that the most used entries carry; the diagonal is even use. The paper gives three points of its curve. */
export function drawLongTail(
  lines: readonly LorenzLine[],
  paper: readonly { x: number; y: number }[],
  width: number,
): Drawing {
  const [left, right, top, bottom] = [44, width - 16, 12, 236]
  const [x, y] = [scale([0, 1], [left, right]), scale([0, 1], [bottom, top])]
  const percent = (value: number) => `${Math.round(100 * value)} %`
  return {
    width,
    height: 272,
    title: 'Share of uses carried by the most used entries',
    marks: [
      ...leftAxis([0, 0.25, 0.5, 0.75, 1], y, { left, right, format: percent }),
      { kind: 'line', x1: x(0), x2: x(1), y1: y(0), y2: y(1), ink: 'plot-null-line', dash: '3 3' },
      ...lines.map(
        ({ points, isMain, name }): Mark => ({
          kind: 'path',
          d: linePath(points.map((point) => [x(point.x), y(point.y)])),
          stroke: isMain ? 'plot-line' : 'control',
          width: isMain ? 2 : 1.25,
          ...(isMain ? {} : { dash: '5 3' }),
          label: name,
        }),
      ),
      ...paper.map(
        (point): Mark => ({
          kind: 'rect',
          x: x(point.x) - 3.5,
          y: y(point.y) - 3.5,
          w: 7,
          h: 7,
          fill: 'surface',
          stroke: 'text',
          label: `${DERIVED_REUSE_LABEL}: ${percent(point.x)} of the entries carry ${percent(point.y)}`,
        }),
      ),
      ...bottomAxis(
        [0, 0.25, 0.5, 0.75, 1].map((tick) => ({ at: x(tick), text: percent(tick) })),
        { y: bottom + 18, end: width },
      ),
      {
        kind: 'text',
        x: right,
        y: bottom + 34,
        text: 'of the entries used, most used first',
        anchor: 'end',
        ink: 'text-3',
      },
    ],
  }
}

/** Utility by entry, worst first: drawn towards 0, with the interval of the plain mean. */
export function drawUtilities(
  utilities: readonly EntryUtility[],
  names: Record<string, string>,
  width: number,
): Drawing {
  const left = width < 520 ? 120 : 320
  const x = scale([-1, 1], [left, width - 16])
  const row = 22
  const bottom = 12 + row * utilities.length
  return {
    width,
    height: bottom + 26,
    title: 'Utility by entry, worst first: outcome less what is expected without memory',
    marks: [
      ...[-1, -0.5, 0, 0.5, 1].map(
        (tick): Mark => ({
          kind: 'line',
          x1: x(tick),
          x2: x(tick),
          y1: 4,
          y2: bottom,
          ink: tick === 0 ? 'plot-axis' : 'plot-grid',
        }),
      ),
      ...utilities.flatMap((one, i): Mark[] => {
        const at = 14 + row * i
        const name = names[one.entryId] ?? one.entryId
        const most = Math.max(8, Math.floor(left / 6.4))
        const isHarmful = one.verdict === 'harmful'
        return [
          {
            kind: 'text',
            x: left - 10,
            y: at + 4,
            anchor: 'end',
            text: name.length > most ? `${name.slice(0, most - 1)}…` : name,
          },
          ...(one.interval
            ? [
                {
                  kind: 'line',
                  x1: x(Math.max(-1, one.interval.low)),
                  x2: x(Math.min(1, one.interval.high)),
                  y1: at,
                  y2: at,
                  ink: 'plot-line',
                  width: 1.25,
                } as const,
              ]
            : []),
          {
            kind: 'circle',
            x: x(one.shrunken),
            y: at,
            r: 4,
            fill: isHarmful ? 'danger' : 'surface',
            stroke: isHarmful ? 'danger' : 'plot-line',
            label: `${name}: ${one.shrunken.toFixed(2)}, ${one.verdict}, n ${one.n}`,
          },
        ]
      }),
      ...bottomAxis(
        [-1, -0.5, 0, 0.5, 1].map((tick) => ({ at: x(tick), text: String(tick).replace('-', '\u2212') })),
        { y: bottom + 16, end: width },
      ),
    ],
  }
}
