import type { Waterfall, WaterfallStep } from '../../../lib/memory/experiments/waterfall.ts'
import { signedPp } from '../../../lib/memory/text/signed.ts'
import { rowName } from '../../charts/chart-parts.ts'
import { bottomAxis, type Drawing, type Mark, roundTicks, scale } from '../../charts/drawing.ts'

const ROW = 34

/** One row an arm: a bar from where the arm before stood to where this one stands, with the interval of the change. */
export function drawWaterfall({ setting, steps }: Waterfall, width: number): Drawing {
  const isWide = width >= 520
  const [left, right] = [isWide ? 250 : 96, width - (isWide ? 64 : 60)]
  const ends = steps.flatMap(({ share, change }, i) => {
    const before = 100 * (steps[i - 1]?.share ?? share)
    return [100 * share, before, ...(change ? [before + change.low, before + change.high] : [])]
  })
  const low = Math.max(0, Math.floor(Math.min(...ends) - 2))
  const high = Math.min(100, Math.ceil(Math.max(...ends) + 2))
  const x = scale([low, high], [left, right])
  const bottom = 8 + steps.length * ROW
  const ticks = roundTicks(low, high, isWide ? 7 : 4)
  return {
    width,
    height: bottom + 28,
    title: `Share resolved as each piece of the method is added: ${setting}`,
    marks: [
      ...ticks.map(
        (tick): Mark => ({ kind: 'line', x1: x(tick), x2: x(tick), y1: 4, y2: bottom, ink: 'plot-grid' }),
      ),
      ...steps.flatMap((step, i) =>
        rowMarks(step, steps[i - 1] ?? null, 8 + (i + 0.5) * ROW, { x, left, right, low, isWide }),
      ),
      ...bottomAxis(
        ticks.map((tick) => ({ at: x(tick), text: `${tick} %` })),
        { y: bottom + 18, end: width },
      ),
    ],
  }
}

type Frame = { x: (value: number) => number; left: number; right: number; low: number; isWide: boolean }

function rowMarks(
  { arm, is, share, change }: WaterfallStep,
  before: WaterfallStep | null,
  y: number,
  { x, left, right, low, isWide }: Frame,
): Mark[] {
  const [from, to] = [before ? 100 * before.share : low, 100 * share]
  const isDown = to < from
  const at = x(Math.min(from, to))
  const words = change ? `${signedPp(change.pp)} pp` : `${to.toFixed(1)} %`
  return [
    {
      kind: 'text',
      x: left - 12,
      y: y - (isWide ? 2 : -4),
      text: arm,
      anchor: 'end',
      strong: true,
      ink: 'text',
    },
    ...(isWide ? [rowName(left - 12, y + 12, is, 'text-3')] : []),
    {
      ...{ kind: 'rect', x: at, y: y - 8, w: Math.max(1, Math.abs(x(to) - x(from))), h: 16 },
      ...(before === null
        ? { fill: 'plot-null-line' as const }
        : isDown
          ? { fill: 'hatch' as const, stroke: 'plot-line' as const }
          : { fill: 'plot-line' as const }),
      label: `${arm}, ${is}: ${to.toFixed(1)} %${change ? `, ${signedPp(change.pp)} pp, 95 % ${signedPp(change.low)} to ${signedPp(change.high)}` : ''}`,
    },
    ...(change
      ? ([
          {
            ...{ kind: 'line', x1: x(from + change.low), x2: x(from + change.high), y1: y + 12, y2: y + 12 },
            ...{ ink: 'plot-null-line', width: 1.25 },
          },
        ] satisfies Mark[])
      : []),
    { kind: 'text', x: right + 6, y: y + 4, text: words, mono: true, ink: 'text-2' },
  ]
}
