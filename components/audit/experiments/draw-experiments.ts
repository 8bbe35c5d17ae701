import type { TwoRuns } from '../../../lib/memory/experiments/compare-two.ts'
import type { ArmRow } from '../../../lib/memory/experiments/report.ts'
import { VANILLA } from '../../../lib/memory/experiments/run.ts'
import { bottomAxis, type Drawing, type Mark, roundTicks, scale } from '../../charts/drawing.ts'
import { settingsOf } from './prepare-experiments.ts'

const ROW = 20

/** Each run a dot, the mean a bar with its interval over runs; one block a setting, one row an arm. */
export function drawArms(arms: readonly ArmRow[], width: number): Drawing {
  const [left, right] = [width < 520 ? 104 : 190, width - 16]
  const shares = arms.flatMap(({ runs }) => runs.map(({ share }) => 100 * share))
  const low = Math.max(0, Math.floor((Math.min(...shares, 100) - 4) / 10) * 10)
  const high = Math.min(100, Math.ceil((Math.max(...shares, 0) + 4) / 10) * 10)
  const x = scale([low, high], [left, right])
  const marks: Mark[] = []
  let y = 14
  for (const { setting, arms: own } of settingsOf(arms)) {
    marks.push({ kind: 'text', x: 0, y: y + 4, text: setting, strong: true, ink: 'text' })
    y += ROW
    for (const { arm, runs, pass } of own) {
      const ink = arm === VANILLA ? 'plot-null-line' : 'plot-line'
      const most = width < 520 ? 15 : 28
      const words = arm.length > most ? `${arm.slice(0, most - 1)}…` : arm
      marks.push({ kind: 'text', x: left - 12, y: y + 4, text: words, anchor: 'end' })
      if (pass.interval)
        marks.push({
          kind: 'line',
          x1: x(Math.max(low, 100 * pass.interval.low)),
          x2: x(Math.min(high, 100 * pass.interval.high)),
          y1: y,
          y2: y,
          ink,
          width: 1.5,
        })
      marks.push(
        ...runs.map(
          ({ seed, share }): Mark => ({
            kind: 'circle',
            x: x(100 * share),
            y,
            r: 3.5,
            fill: 'surface',
            stroke: ink,
            width: 1.25,
            label: `${setting}, ${arm}${seed === null ? '' : `, seed ${seed}`}: ${(100 * share).toFixed(1)} %`,
          }),
        ),
        { kind: 'line', x1: x(100 * pass.mean), x2: x(100 * pass.mean), y1: y - 6, y2: y + 6, ink, width: 2 },
      )
      y += ROW
    }
    y += 8
  }
  const ticks = roundTicks(low, high, width < 520 ? 4 : 8)
  return {
    width,
    height: y + 22,
    title: 'Pass@1 by setting and arm: each run a dot, their mean a bar',
    marks: [
      ...ticks.map(
        (tick): Mark => ({ kind: 'line', x1: x(tick), x2: x(tick), y1: 4, y2: y, ink: 'plot-grid' }),
      ),
      ...marks,
      ...bottomAxis(
        ticks.map((tick) => ({ at: x(tick), text: `${tick} %` })),
        { y: y + 16, end: width },
      ),
    ],
  }
}

/** About what a letter of a chart takes, px. */
const LETTER = 6.6

/** Where a name is too long its middle goes: names of one repository differ at the end. */
function endOf(name: string, most: number): string {
  if (name.length <= most) return name
  const head = Math.floor((most - 1) / 3)
  return `${name.slice(0, head)}…${name.slice(name.length - (most - 1 - head))}`
}

/** Flips by repository: lost to the left, gained to the right. */
export function drawFlips({ repositories, base, variant }: TwoRuns, width: number): Drawing {
  const shown = repositories.filter(({ gained, lost }) => gained + lost > 0)
  const most = Math.max(1, ...shown.flatMap(({ gained, lost }) => [gained, lost]))
  const left = width < 520 ? 138 : 230
  const middle = left + (width - left - 28) / 2
  const reach = (width - left - 28) / 2 - 22
  const marks: Mark[] = shown.flatMap(({ name, n, gained, lost }, i): Mark[] => {
    const y = 24 + i * ROW
    const bar = (count: number, side: 1 | -1): Mark[] => {
      const w = (reach * count) / most
      const label = `${name}: ${count} of ${n} ${side === 1 ? 'gained' : 'lost'}`
      const text = { kind: 'text', y: y + 4, text: String(count), mono: true, ink: 'text-2' } as const
      return [
        {
          kind: 'rect',
          x: side === 1 ? middle : middle - w,
          y: y - 6,
          w,
          h: 12,
          ...(side === 1
            ? { fill: 'plot-line' as const }
            : { fill: 'hatch' as const, stroke: 'plot-line' as const }),
          label,
        },
        { ...text, x: middle + side * (w + 5), anchor: side === 1 ? 'start' : 'end' },
      ]
    }
    const words = endOf(name.split('__').at(-1) ?? name, Math.floor((left - 10) / LETTER))
    return [
      { kind: 'text', x: left - 10, y: y + 4, text: words, anchor: 'end' },
      ...bar(lost, -1),
      ...bar(gained, 1),
    ]
  })
  const height = 24 + shown.length * ROW + 4
  return {
    width,
    height,
    title: `Instances that only one of the two resolved, by repository: ${variant} against ${base}`,
    marks: [
      { kind: 'line', x1: middle, x2: middle, y1: 10, y2: height, ink: 'plot-axis' },
      { kind: 'text', x: middle - 6, y: 8, text: 'lost', anchor: 'end', ink: 'text-3' },
      { kind: 'text', x: middle + 6, y: 8, text: 'gained', ink: 'text-3' },
      ...marks,
    ],
  }
}
