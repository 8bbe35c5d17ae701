import type {
  DensityBin,
  StreamPlace,
  StreamReport,
  StreamShare,
} from '../../../../lib/memory/studies/stream.ts'
import type { StreamPlan } from '../../../../lib/memory/studies/stream-schema.ts'
import type { Curves, Series } from '../../../figures/figure.ts'
import type { Origin } from '../../../figures/origin.ts'
import { formatCount, formatPercent, plural } from '../../../ui/format.ts'

/** What is counted as a good answer. */
export type Measure = 'relevant' | 'fits'
export const MEASURE_WORDS: Record<Measure, string> = {
  relevant: 'first found is of a relevant episode',
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

/** From the emptiest memory that says something to the fullest: two shares, and whether they are apart. */
export function streamVerdict(plan: StreamPlan, report: StreamReport, measure: Measure): string {
  const name = plan.strategies.find((one) => measure === 'relevant' || one in report.all.fits)
  if (!name) return 'None of these strategies scores by cosine: nothing can be said to fit.'
  const ends = endsOf(report, measure, name)
  if (!ends) return 'Too few questions met a memory of more than one size to tell.'
  const { first, last, few, many } = ends
  if (measure === 'relevant') {
    const found = (bin: DensityBin, { n, share }: StreamShare) =>
      `${Math.round((share ?? 0) * n)} of ${Math.round((bin.reachable ?? 0) * n)} findable at ${binWords(bin)} entries`
    return `${name} finds ${found(first, few)}, ${found(last, many)}.`
  }
  const shares = `${percent(few)} ${measure} at ${binWords(first)} entries, ${percent(many)} at ${binWords(last)}`
  return isApart(few, many) ? `${name}: ${shares}.` : `${name}: ${shares}; no difference shown.`
}

export function streamOrigin(plan: StreamPlan, report: StreamReport, measure: Measure): Origin {
  const questions = `${formatCount(report.all.n)} questions of ${plural(report.instances, 'instance')}`
  const basis = [...streamBasis(plan, report, measure), questions]
  return { sources: ['measured'], basis, seed: plan.seeds.join(', ') }
}

export function streamBasis(plan: StreamPlan, report: StreamReport, measure: Measure): string[] {
  const [name = ''] = plan.strategies
  const ends = endsOf(report, measure, name)
  if (!ends) return []
  return [ends.few, ends.many].map(
    (one, i) =>
      `${i === 0 ? 'few' : 'many'} entries: ${percent(one)}, 95 % CI ${percent(one, 'low')} to ${percent(one, 'high')}, n ${one.n}`,
  )
}

function endsOf(report: StreamReport, measure: Measure, name: string) {
  const spoken = report.bins.filter((bin) => (bin[measure][name]?.n ?? 0) >= ENOUGH && bin.from > 0)
  const [first, last] = [spoken[0], spoken.at(-1)]
  const [few, many] = [first?.[measure][name], last?.[measure][name]]
  return first && last && few && many && first !== last ? { first, last, few, many } : null
}

function isApart(a: StreamShare, b: StreamShare): boolean {
  return Math.max(a.low ?? 0, b.low ?? 0) > Math.min(a.high ?? 1, b.high ?? 1)
}

const percent = (share: StreamShare, of: 'share' | 'low' | 'high' = 'share') => {
  const value = share[of]
  return value === null ? 'an unknown share' : formatPercent(value)
}

/** Share of good answers by how many entries there were to choose from: a line a strategy, a dot an order. */
export function densityFigure(plan: StreamPlan, { bins, all }: StreamReport, measure: Measure): Curves {
  const names = plan.strategies.filter((name) => name in all[measure])
  return {
    kind: 'curves',
    name: `cold-start-${measure}`,
    title: `Share of questions whose ${MEASURE_WORDS[measure]}, by eligible entries of the category`,
    subtitle: `n ${all.n} questions; bars: 95 % CI, instances drawn anew; dots: each order`,
    x: { name: 'eligible entries of the category', unit: 'count', places: bins.map(binWords) },
    y: { name: `share ${measure}`, unit: 'share' },
    series: [
      ...groundOf(bins, measure),
      ...names.map(
        (name, i): Series => ({
          name,
          role: i === 0 ? 'main' : 'other',
          points: bins.map((bin, x) => {
            const { share = null, low = null, high = null, bySeed = [], n = 0 } = bin[measure][name] ?? {}
            return { x, y: share, low, high, draws: bySeed, cells: { n } }
          }),
        }),
      ),
    ],
  }
}

/** What could be had at most, or what chance gives: in a category, and among all entries where nothing filters. */
function groundOf(bins: readonly DensityBin[], measure: Measure): Series[] {
  const ground = (name: string, value: (bin: DensityBin) => number | null): Series => ({
    name,
    role: 'reference',
    points: bins.map((bin, x) => ({ x, y: value(bin) })),
  })
  if (measure === 'relevant') return [ground('a relevant one is there', ({ reachable }) => reachable)]
  const inCategory = (bin: DensityBin) =>
    Object.entries(bin.byChance).find(([name]) => name !== 'global')?.[1] ?? null
  const grounds = [ground('by chance in a category', inCategory)]
  if (bins.some(({ byChance }) => 'global' in byChance))
    grounds.push(ground('by chance among all', ({ byChance }) => byChance.global ?? null))
  return grounds.filter(({ points }) => points.some(({ y }) => y !== null))
}

/** One order of the stream: how the memory grew, and where something of use was found; the chosen place marked. */
export function growthFigure(
  { seed, places }: StreamReport['seeds'][number],
  { strategy, measure, chosen }: { strategy: string; measure: Measure; chosen: number },
): Curves {
  const helpedAt = (place: StreamPlace) => place[measure][strategy] ?? 0
  return {
    kind: 'curves',
    name: `growth-${seed}`,
    title: `${seedWords(seed)}: eligible entries by place in the stream, and where ${strategy} found something of use`,
    subtitle: `${places.length} episodes; dots: ${strategy} found something of use`,
    x: { name: 'place in the stream', unit: 'count' },
    y: { name: 'eligible entries', unit: 'count' },
    references: [{ axis: 'x', value: chosen + 1, name: 'here' }],
    series: [
      {
        name: 'eligible entries',
        role: 'other',
        line: 'step',
        dots: false,
        points: places.map(({ eligible }, i) => ({ x: i + 1, y: eligible })),
      },
      {
        name: 'of use',
        role: 'main',
        line: 'none',
        points: places.map((place, i) => ({ x: i + 1, y: helpedAt(place) > 0 ? place.eligible : null })),
      },
    ],
  }
}
