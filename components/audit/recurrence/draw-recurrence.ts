import type { RecurrenceView } from '../../../lib/memory/audit/recurrence.ts'
import type { Category } from '../../../lib/memory/category.ts'
import { intervalBar, lineAcross, QUARTERS } from '../../charts/chart-parts.ts'
import { bottomAxis, type Drawing, leftAxis, type Mark, scale } from '../../charts/drawing.ts'
import { categoryPath } from '../../ui/format.ts'

const INKS: Record<Category, 'analyze' | 'reproduce' | 'edit' | 'verify'> = {
  ANALYZE: 'analyze',
  REPRODUCE: 'reproduce',
  EDIT: 'edit',
  VERIFY: 'verify',
}

const percent = (value: number) => `${Math.round(100 * value)} %`

/** Share of recurring arrivals by place in the stream, with what chance alone would give. */
export function drawRecurrence(view: RecurrenceView, width: number): Drawing {
  const [left, right, top, bottom] = [48, width - 12, 12, 218]
  const step = (right - left) / Math.max(1, view.bins.length)
  const frame = { top, bottom, step, y: scale([0, 1], [bottom, top]) }
  const at = (i: number) => left + (i + 0.5) * step
  return {
    width,
    height: 250,
    title: 'Share of arriving entries with an earlier neighbour that fits, by place in the stream',
    marks: [
      ...leftAxis(QUARTERS, frame.y, { left, right, format: percent }),
      lineAcross(bottom, { left, right }),
      ...view.bins.flatMap((bin, i) => binMarks(bin, at(i), frame)),
      ...view.byCategory.flatMap(({ category, bins }, c) =>
        bins.flatMap((bin, i) =>
          categoryMark(category, bin, at(i) + (c < 2 ? -18 + 8 * c : 2 + 8 * c), frame.y),
        ),
      ),
      ...bottomAxis(
        view.bins.map(({ from, to }, i) => ({ at: at(i), text: `${from + 1}–${to + 1}` })),
        { y: bottom + 18, least: 48 },
      ),
    ],
  }
}

type Frame = { top: number; bottom: number; step: number; y: (value: number) => number }
type Bin = RecurrenceView['bins'][number]

/** All arrivals of a stretch: the ground of chance, the share, its interval; hatched where nothing arrived. */
function binMarks({ from, to, share, interval, byChance, n }: Bin, at: number, frame: Frame): Mark[] {
  const { top, bottom, step, y } = frame
  if (share === null || !interval || byChance === null)
    return [
      { kind: 'rect', x: at - 9, y: top, w: 18, h: bottom - top, fill: 'hatch', label: 'nothing arrived' },
    ]
  const label = `by chance alone ${percent(byChance)}`
  const ground = { x: at - step / 2 + 1, y: y(byChance), w: step - 2, h: bottom - y(byChance) }
  return [
    { kind: 'rect', ...ground, fill: 'plot-null', label },
    ...intervalBar(at, interval, y, 'plot-null-line'),
    {
      kind: 'circle',
      x: at,
      y: y(share),
      r: 4.5,
      fill: 'plot-line',
      label: `runs ${from + 1} to ${to + 1}: ${percent(share)} of ${n}, chance ${percent(byChance)}`,
    },
  ]
}

function categoryMark(
  category: Category,
  { share, n }: { share: number | null; n: number },
  at: number,
  y: Frame['y'],
): Mark[] {
  if (share === null || n === 0) return []
  const label = `${category}: ${percent(share)} of ${n}`
  return [{ kind: 'path', d: categoryPath(category, at, y(share), 2.6), fill: INKS[category], label }]
}
