import type { TwoRuns } from '../../../lib/memory/experiments/compare-two.ts'
import type { ArmRow } from '../../../lib/memory/experiments/report.ts'
import { VANILLA } from '../../../lib/memory/experiments/run.ts'
import { cutName, rowName } from '../../charts/chart-parts.ts'
import { bottomAxis, type Drawing, type Mark, roundTicks, scale } from '../../charts/drawing.ts'
import { settingsOf } from './prepare-experiments.ts'

const ROW = 20

/** Each run a dot, the mean a bar with its interval over runs; one block a setting, one row an arm. */
export function drawArms(arms: readonly ArmRow[], width: number): Drawing {
  const isNarrow = width < 520
  const [left, right] = [isNarrow ? 104 : 190, width - 16]
  const shares = arms.flatMap(({ runs }) => runs.map(({ share }) => 100 * share))
  const low = Math.max(0, Math.floor((Math.min(...shares, 100) - 4) / 10) * 10)
  const high = Math.min(100, Math.ceil((Math.max(...shares, 0) + 4) / 10) * 10)
  const x = scale([low, high], [left, right])
  const marks: Mark[] = []
  let y = 14
  for (const { setting, arms: own } of settingsOf(arms)) {
    marks.push({ kind: 'text', x: 0, y: y + 4, text: setting, strong: true, ink: 'text' })
    y += ROW
    for (const row of own) {
      marks.push(rowName(left - 12, y + 4, cutName(row.arm, isNarrow ? 15 : 28)))
      marks.push(...armMarks(row, { x, y, low, high }))
      y += ROW
    }
    y += 8
  }
  const ticks = roundTicks(low, high, isNarrow ? 4 : 8)
  const gridLine = (at: number): Mark => ({ kind: 'line', x1: at, x2: at, y1: 4, y2: y, ink: 'plot-grid' })
  return {
    width,
    height: y + 22,
    title: 'Pass@1 by setting and arm: each run a dot, their mean a bar',
    marks: [
      ...ticks.map((tick) => gridLine(x(tick))),
      ...marks,
      ...bottomAxis(
        ticks.map((tick) => ({ at: x(tick), text: `${tick} %` })),
        { y: y + 16, end: width },
      ),
    ],
  }
}

function armMarks(
  { setting, arm, runs, pass }: ArmRow,
  { x, y, low, high }: { x: (percent: number) => number; y: number; low: number; high: number },
): Mark[] {
  const ink = arm === VANILLA ? 'plot-null-line' : 'plot-line'
  const marks: Mark[] = []
  if (pass.interval) {
    const x1 = x(Math.max(low, 100 * pass.interval.low))
    const x2 = x(Math.min(high, 100 * pass.interval.high))
    marks.push({ kind: 'line', x1, x2, y1: y, y2: y, ink, width: 1.5 })
  }
  for (const { seed, share } of runs) {
    const label = `${setting}, ${arm}${seed === null ? '' : `, seed ${seed}`}: ${(100 * share).toFixed(1)} %`
    marks.push({
      kind: 'circle',
      x: x(100 * share),
      y,
      r: 3.5,
      fill: 'surface',
      stroke: ink,
      width: 1.25,
      label,
    })
  }
  const mean = x(100 * pass.mean)
  marks.push({ kind: 'line', x1: mean, x2: mean, y1: y - 6, y2: y + 6, ink, width: 2 })
  return marks
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
  const half = (width - left - 28) / 2
  const middle = left + half
  const marks = shown.flatMap((repository, i) => {
    const y = 24 + i * ROW
    const name = repository.name.split('__').at(-1) ?? repository.name
    const frame = { middle, y, pxOf: (count: number) => ((half - 22) * count) / most }
    return [
      rowName(left - 10, y + 4, endOf(name, Math.floor((left - 10) / LETTER))),
      ...flipBar(repository, 'lost', frame),
      ...flipBar(repository, 'gained', frame),
    ]
  })
  const height = 24 + shown.length * ROW + 4
  return {
    width,
    height,
    title: `Instances that only one of the two resolved, by repository: ${variant} against ${base}`,
    marks: [
      { kind: 'line', x1: middle, x2: middle, y1: 10, y2: height, ink: 'plot-axis' },
      rowName(middle - 6, 8, 'lost', 'text-3'),
      { kind: 'text', x: middle + 6, y: 8, text: 'gained', ink: 'text-3' },
      ...marks,
    ],
  }
}

/** A repository's flips one way: hatched to the left where lost, filled to the right where gained. */
function flipBar(
  { name, n, ...counts }: TwoRuns['repositories'][number],
  way: 'lost' | 'gained',
  { middle, y, pxOf }: { middle: number; y: number; pxOf: (count: number) => number },
): Mark[] {
  const w = pxOf(counts[way])
  const bar = { kind: 'rect', y: y - 6, w, h: 12, label: `${name}: ${counts[way]} of ${n} ${way}` } as const
  const text = { kind: 'text', y: y + 4, text: String(counts[way]), mono: true, ink: 'text-2' } as const
  return way === 'gained'
    ? [
        { ...bar, x: middle, fill: 'plot-line' },
        { ...text, x: middle + w + 5, anchor: 'start' },
      ]
    : [
        { ...bar, x: middle - w, fill: 'hatch', stroke: 'plot-line' },
        { ...text, x: middle - (w + 5), anchor: 'end' },
      ]
}
