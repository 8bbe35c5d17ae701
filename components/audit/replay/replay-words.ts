import type { DensityBin, StreamReport, StreamShare } from '../../../lib/memory/studies/stream.ts'
import type { StreamPlan } from '../../../lib/memory/studies/stream-schema.ts'
import type { Cell } from '../../figures/figure.ts'
import { formatPercent } from '../../ui/format.ts'

/** What is counted as a good answer. */
export type Measure = 'relevant' | 'fits'
export const MEASURE_WORDS: Record<Measure, string> = {
  relevant: 'first found is of a relevant run',
  fits: 'first found fits',
}

/** Fewer questions than this in a bin carry no sentence (ours). */
const ENOUGH = 20

export function seedWords(seed: number): string {
  return seed === 0 ? 'as stored' : `order ${seed}`
}

export function binWords({ from, to }: Pick<DensityBin, 'from' | 'to'>): string {
  return from === to ? String(from) : `${from}–${to}`
}

/** Which measure the replay can speak with: labels first; without them, what fits. */
export function usualMeasure(report: StreamReport): Measure {
  return report.labelled > 0 ? 'relevant' : 'fits'
}

/** From the emptiest memory that says something to the fullest. */
export function replayVerdict(plan: StreamPlan, report: StreamReport | null, measure: Measure): string {
  if (!report) return 'Under way: nothing to say before the first order is done.'
  const name = plan.strategies.find((one) => measure === 'relevant' || one in report.all.fits)
  if (!name) return 'None of these strategies scores by a cosine of descriptions: nothing can be said to fit.'
  const spoken = report.bins.filter((bin) => (bin[measure][name]?.n ?? 0) >= ENOUGH && bin.from > 0)
  const [first, last] = [spoken[0], spoken.at(-1)]
  if (!first || !last || first === last)
    return 'Too few questions met a memory of more than one size to tell.'
  const [few, many] = [first[measure][name], last[measure][name]]
  const what = measure === 'relevant' ? 'was of a relevant run' : 'fitted'
  const apart = isApart(few, many)
  const words = `With ${binWords(first)} entries to choose from, the first found by ${name} ${what} in ${percent(few)}; with ${binWords(last)}, in ${percent(many)}`
  return `${words}${apart ? '.' : ': the intervals meet, so that it cannot be told whether density helps.'}`
}

function isApart(a: StreamShare | undefined, b: StreamShare | undefined): boolean {
  const [lows, highs] = [
    [a?.low ?? 0, b?.low ?? 0],
    [a?.high ?? 1, b?.high ?? 1],
  ]
  return Math.max(...lows) > Math.min(...highs)
}

const percent = (share: StreamShare | undefined) =>
  share?.share === null || share === undefined ? 'an unknown share' : formatPercent(share.share)

export function densityTable(plan: StreamPlan, report: StreamReport, measure: Measure): Cell[][] {
  const names = plan.strategies.filter((name) => name in report.all[measure])
  return [
    [
      'eligible entries',
      'questions',
      ...(measure === 'relevant' ? ['relevant one is there'] : names.map((name) => `${name} by chance`)),
      ...names.flatMap((name) => [
        `${name} n`,
        name,
        '95 % low',
        '95 % high',
        ...plan.seeds.map((seed) => `${name}, ${seedWords(seed)}`),
      ]),
    ],
    ...[...report.bins, report.all].map((bin) => [
      bin === report.all ? 'all' : binWords(bin),
      bin.n,
      ...(measure === 'relevant' ? [bin.reachable] : names.map((name) => bin.byChance[name] ?? null)),
      ...names.flatMap((name) => {
        const share = bin[measure][name]
        return [
          ...[share?.n ?? null, share?.share ?? null, share?.low ?? null, share?.high ?? null],
          ...plan.seeds.map((_, i) => share?.bySeed[i] ?? null),
        ]
      }),
    ]),
  ]
}
