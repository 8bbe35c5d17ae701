import type { WallReport } from '../../../lib/memory/audit/wall-audit.ts'
import { rowName, uprightGrid } from '../../charts/chart-parts.ts'
import { bottomAxis, type Drawing, type Mark, scale } from '../../charts/drawing.ts'

const ROW = 26

/** Differences of no wall and of whole runs to the wall, by both measures on one axis of shares. */
export function drawWall(report: WallReport, width: number): Drawing {
  const rows = rowsOf(report)
  const left = width < 520 ? 112 : 170
  const reach = Math.max(0.1, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]))
  const most = Math.ceil(reach * 10) / 10
  const ticks = [-most, 0, most]
  const x = scale([-most, most], [left, width - 16])
  const bottom = 8 + ROW * rows.length
  return {
    width,
    height: bottom + 24,
    title:
      'What the category wall is worth: share of first lessons that help, beside mean reciprocal rank over runs',
    marks: [
      ...uprightGrid(ticks, x, 2, bottom),
      ...rows.flatMap((row, i) => rowMarks(row, { left, x, y: 14 + ROW * i })),
      ...bottomAxis(
        ticks.map((tick) => ({ at: x(tick), text: tick.toFixed(1).replace('-', '\u2212') })),
        { y: bottom + 16, end: width },
      ),
    ],
  }
}

/** The difference in lessons that help, and below it the same by rank. */
function rowsOf({ paired, pairedMrr }: WallReport) {
  return paired.flatMap((helps) => {
    const mrr = pairedMrr.find(({ b }) => b === helps.b)
    const name = `${helps.a} less ${helps.b}`
    return [
      { ...helps, name, measure: 'helps', isMain: true },
      ...(mrr ? [{ ...mrr, name: 'by MRR', measure: 'mean reciprocal rank over runs', isMain: false }] : []),
    ]
  })
}

function rowMarks(
  { name, measure, isMain, difference, low, high }: ReturnType<typeof rowsOf>[number],
  { left, x, y }: { left: number; x: (value: number) => number; y: number },
): Mark[] {
  const ink = isMain ? 'plot-line' : 'plot-null-line'
  return [
    rowName(left - 10, y + 4, name, isMain ? 'text' : 'text-3'),
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
}
