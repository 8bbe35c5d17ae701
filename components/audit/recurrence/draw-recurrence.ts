import type { RecurrenceView } from '../../../lib/memory/audit/recurrence.ts'
import type { Category } from '../../../lib/memory/category.ts'
import { bottomAxis, type Drawing, leftAxis, type Mark, scale } from '../../charts/drawing.ts'
import { categoryPath } from '../../ui/format.ts'

const INKS: Record<Category, 'analyze' | 'reproduce' | 'edit' | 'verify'> = {
  ANALYZE: 'analyze',
  REPRODUCE: 'reproduce',
  EDIT: 'edit',
  VERIFY: 'verify',
}

/** Share of recurring arrivals by place in the stream, with what chance alone would give. */
export function drawRecurrence(view: RecurrenceView, width: number): Drawing {
  const [left, right, top, bottom] = [48, width - 12, 12, 218]
  const step = (right - left) / Math.max(1, view.bins.length)
  const y = scale([0, 1], [bottom, top])
  const percent = (value: number) => `${Math.round(100 * value)} %`
  return {
    width,
    height: 250,
    title: 'Share of arriving entries with an earlier neighbour that fits, by place in the stream',
    marks: [
      ...leftAxis([0, 0.25, 0.5, 0.75, 1], y, { left, right, format: percent }),
      { kind: 'line', x1: left, x2: right, y1: bottom, y2: bottom, ink: 'plot-axis' },
      ...view.bins.flatMap(({ from, to, share, interval, byChance, n }, i): Mark[] => {
        const at = left + (i + 0.5) * step
        if (share === null || !interval || byChance === null)
          return [
            {
              kind: 'rect',
              x: at - 9,
              y: top,
              w: 18,
              h: bottom - top,
              fill: 'hatch',
              label: 'nothing arrived',
            },
          ]
        return [
          {
            kind: 'rect',
            x: at - step / 2 + 1,
            y: y(byChance),
            w: step - 2,
            h: bottom - y(byChance),
            fill: 'plot-null',
            label: `by chance alone ${percent(byChance)}`,
          },
          {
            kind: 'line',
            x1: at,
            x2: at,
            y1: y(interval.low),
            y2: y(interval.high),
            ink: 'plot-null-line',
            width: 1.25,
          },
          {
            kind: 'circle',
            x: at,
            y: y(share),
            r: 4.5,
            fill: 'plot-line',
            label: `runs ${from + 1} to ${to + 1}: ${percent(share)} of ${n}, chance ${percent(byChance)}`,
          },
        ]
      }),
      ...view.byCategory.flatMap(({ category, bins }, c): Mark[] =>
        bins.flatMap(({ share, n }, i): Mark[] =>
          share === null || n === 0
            ? []
            : [
                {
                  kind: 'path',
                  d: categoryPath(
                    category,
                    left + (i + 0.5) * step + (c < 2 ? -18 + 8 * c : 2 + 8 * c),
                    y(share),
                    2.6,
                  ),
                  fill: INKS[category],
                  label: `${category}: ${percent(share)} of ${n}`,
                },
              ],
        ),
      ),
      ...bottomAxis(
        view.bins.map(({ from, to }, i) => ({ at: left + (i + 0.5) * step, text: `${from + 1}–${to + 1}` })),
        { y: bottom + 18, least: 48 },
      ),
    ],
  }
}
