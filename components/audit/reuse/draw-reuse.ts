import type { EntryUtility } from '../../../lib/memory/audit/reuse-audit.ts'
import { cutName, QUARTERS, rowName, uprightGrid } from '../../charts/chart-parts.ts'
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
      ...leftAxis(QUARTERS, y, { left, right, format: percent }),
      { kind: 'line', x1: x(0), x2: x(1), y1: y(0), y2: y(1), ink: 'plot-null-line', dash: '3 3' },
      ...lines.map(({ points, isMain, name }): Mark => {
        const d = linePath(points.map((point) => [x(point.x), y(point.y)]))
        return isMain
          ? { kind: 'path', d, stroke: 'plot-line', width: 2, label: name }
          : { kind: 'path', d, stroke: 'control', width: 1.25, dash: '5 3', label: name }
      }),
      ...paper.map((point): Mark => {
        const square = { x: x(point.x) - 3.5, y: y(point.y) - 3.5, w: 7, h: 7 }
        const label = `${DERIVED_REUSE_LABEL}: ${percent(point.x)} of the entries carry ${percent(point.y)}`
        return { kind: 'rect', ...square, fill: 'surface', stroke: 'text', label }
      }),
      ...bottomAxis(
        QUARTERS.map((tick) => ({ at: x(tick), text: percent(tick) })),
        { y: bottom + 18, end: width },
      ),
      rowName(right, bottom + 34, 'of the entries used, most used first', 'text-3'),
    ],
  }
}

const UTILITY_TICKS = [-1, -0.5, 0, 0.5, 1]

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
      ...uprightGrid(UTILITY_TICKS, x, 4, bottom),
      ...utilities.flatMap((one, i) =>
        utilityMarks(one, names[one.entryId] ?? one.entryId, { left, x, y: 14 + row * i }),
      ),
      ...bottomAxis(
        UTILITY_TICKS.map((tick) => ({ at: x(tick), text: String(tick).replace('-', '\u2212') })),
        { y: bottom + 16, end: width },
      ),
    ],
  }
}

function utilityMarks(
  { interval, shrunken, verdict, n }: EntryUtility,
  name: string,
  { left, x, y }: { left: number; x: (value: number) => number; y: number },
): Mark[] {
  const ink = verdict === 'harmful' ? 'danger' : 'plot-line'
  const marks: Mark[] = [rowName(left - 10, y + 4, cutName(name, Math.max(8, Math.floor(left / 6.4))))]
  if (interval) {
    const [x1, x2] = [x(Math.max(-1, interval.low)), x(Math.min(1, interval.high))]
    marks.push({ kind: 'line', x1, x2, y1: y, y2: y, ink: 'plot-line', width: 1.25 })
  }
  marks.push({
    kind: 'circle',
    x: x(shrunken),
    y,
    r: 4,
    fill: verdict === 'harmful' ? 'danger' : 'surface',
    stroke: ink,
    label: `${name}: ${shrunken.toFixed(2)}, ${verdict}, n ${n}`,
  })
  return marks
}
