import type { WallReport } from '../../../lib/memory/audit/wall-audit.ts'
import { bottomAxis, type Drawing, type Mark, scale } from '../../charts/drawing.ts'

const ROW = 26

/** Differences of no wall and of whole runs to the wall, by both measures on one axis of shares. */
export function drawWall({ paired, pairedMrr }: WallReport, width: number): Drawing {
  const rows = paired.flatMap((helps) => {
    const mrr = pairedMrr.find(({ b }) => b === helps.b)
    const name = `${helps.a} less ${helps.b}`
    return [
      { ...helps, name, measure: 'helps', isMain: true },
      ...(mrr ? [{ ...mrr, name: '', measure: 'mean reciprocal rank over runs', isMain: false }] : []),
    ]
  })
  const left = width < 520 ? 112 : 170
  const reach = Math.max(0.1, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]))
  const most = Math.ceil(reach * 10) / 10
  const x = scale([-most, most], [left, width - 16])
  const bottom = 8 + ROW * rows.length
  return {
    width,
    height: bottom + 24,
    title:
      'What the category wall is worth: share of first lessons that help, beside mean reciprocal rank over runs',
    marks: [
      ...[-most, 0, most].map(
        (tick): Mark => ({
          kind: 'line',
          x1: x(tick),
          x2: x(tick),
          y1: 2,
          y2: bottom,
          ink: tick === 0 ? 'plot-axis' : 'plot-grid',
        }),
      ),
      ...rows.flatMap(({ name, measure, isMain, difference, low, high }, i): Mark[] => {
        const y = 14 + ROW * i
        const ink = isMain ? 'plot-line' : 'plot-null-line'
        return [
          {
            kind: 'text',
            x: left - 10,
            y: y + 4,
            anchor: 'end',
            text: isMain ? name : 'by MRR',
            ink: isMain ? 'text' : 'text-3',
          },
          { kind: 'line', x1: x(low), x2: x(high), y1: y, y2: y, ink, width: 1.5 },
          {
            kind: 'circle',
            x: x(difference),
            y,
            r: 4,
            fill: isMain ? 'plot-line' : 'surface',
            stroke: ink,
            label: `${measure}: ${difference.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
          },
        ]
      }),
      ...bottomAxis(
        [-most, 0, most].map((tick) => ({ at: x(tick), text: tick.toFixed(1).replace('-', '\u2212') })),
        { y: bottom + 16, end: width },
      ),
    ],
  }
}
