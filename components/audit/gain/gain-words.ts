import type { Curve } from '../../../lib/memory/studies/ladder/curve.ts'
import { capital, pWords, signedPp } from '../../../lib/memory/text/words.ts'
import { armWords } from '../../marks/arm-words.ts'
import { conclusion, type Finding, limitedBy, signedCount, signOf, verdictWords } from './conclusion.ts'
import type { GainView, LadderView, SweepView } from './prepare-gain.ts'

/** Whom memory was given to. */
const AGENTS: Partial<Record<GainView['source'], string>> = {
  measured: 'this search program',
  simulated: 'a made-up agent',
}
/** As the choice of sources calls them. */
const dataOf = ({ source }: GainView) => (source === 'measured' ? 'Workbench' : capital(source))
const agentOf = ({ source }: GainView) => AGENTS[source] ?? 'the imported agent'

/** Who worked, and whose figures they are: a demonstration is of nobody's project. */
export function agentWords({ source, plan }: GainView, project: string | null): string {
  if (source === 'simulated') return 'agent: none, outcomes are made up with a known truth'
  if (source === 'imported') return `agent: ${plan.agent}, the latest imported file`
  const not = project === null || project === 'sample' ? '' : `, not of ${project}`
  return `agent: ${plan.agent}, a search program, not a language model: a demonstration${not}`
}

/** What may be concluded from a ladder at the size that it speaks of. */
export function ladderConclusion(view: GainView): string {
  const { ladder } = view
  const at = ladder?.curve.points.findIndex(({ x }) => x === ladder.spokenSize) ?? -1
  const point = ladder?.curve.points[at]
  if (!ladder || !point?.interval) return conclusion(null)
  const besideAt = (one: Curve | null) => one?.points.find(({ x }) => x === ladder.spokenSize) ?? null
  return conclusion({
    ...{ agent: agentOf(view), value: point.value, ...point.interval, unit: 'pp' },
    isSure: ladder.primarySize !== null || (ladder.adjustedP[at] ?? 1) <= 0.05,
    beside: limitedBy(besideAt(ladder.beside.ceiling), besideAt(ladder.beside.control)),
  } satisfies Finding)
}

/** What may be concluded from a stream as a whole, and whether it dips while the store is small. */
export function streamConclusion(view: GainView): string {
  const curve = view.stream?.curve
  const last = curve?.points.at(-1)
  if (!curve || !last?.interval) return conclusion(null)
  return conclusion({
    ...{ agent: agentOf(view), value: last.value, ...last.interval, unit: `of ${last.x} tasks` },
    beside: () => dipClause(curve),
  })
}

export function dipClause({ dip, dipChance, points }: Curve): string {
  if (dip.deepestAt === null) return 'it never stands below 0'
  const depth = `its dip of ${dip.depth.toFixed(1)} tasks`
  if (dipChance > 0.05) return `${depth} is no more than chance`
  return `${depth} after ${points[dip.deepestAt - 1]?.x ?? 0} is no chance`
}

/** How good the key was that EDIT asked by, at the size that is spoken of. */
export function keyWords({ keys, curve, spokenSize }: LadderView): string | null {
  const key = keys[curve.points.findIndex(({ x }) => x === spokenSize)]
  if (!key) return null
  const share = topOne(key)
  const auc = key.auc === null ? 'unknown' : key.auc.toFixed(3)
  return `The key of EDIT at ${spokenSize} lessons: top-1 ${share === null ? 'unknown' : `${share.toFixed(0)}\u00a0%`} (${key.right.toLocaleString('en')} of ${key.told.toLocaleString('en')} answers right, ${key.asked.toLocaleString('en')} asked), AUC ${auc}; .5 is chance.`
}

export function streamWords({ dip, dipChance, detectableDepth, points }: Curve): string {
  const at = dip.deepestAt === null ? null : (points[dip.deepestAt - 1]?.x ?? 0)
  const lowest =
    at === null
      ? 'No block ends below 0.'
      : `Lowest after ${at} tasks: ${dip.depth.toFixed(1)} below 0, ${dipChance <= 0.05 ? 'significant' : 'not significant'} (${pWords(dipChance)}).`
  return `${lowest} Smallest detectable dip: ${detectableDepth.toFixed(1)} tasks.`
}

/** The same of a stream as a whole. */
export function streamVerdict(view: GainView): string {
  const last = view.stream?.curve.points.at(-1)
  if (!last?.interval) return 'Not measured for this pair of arms.'
  return streamVerdictWords(dataOf(view), last.interval, last, view)
}

export function streamVerdictWords(
  data: string,
  interval: { low: number; high: number },
  { value, x }: { value: number; x: number },
  { arm, against }: { arm: string; against: string },
): string {
  const what = `${armWords(arm)} ${signedCount(value)} of ${x} tasks against ${armWords(against)}.`
  return verdictWords(data, signOf(interval), what)
}

/** The answer in one sentence; its interval stands under it. A comparison that nobody planned counts only after adjustment over the sizes. */
export function gainVerdict(view: GainView): string {
  const { ladder } = view
  const at = ladder?.curve.points.findIndex(({ x }) => x === ladder.spokenSize) ?? -1
  const point = ladder?.curve.points[at]
  if (!point || !ladder) return 'Not measured for this pair of arms.'
  const what = `${armWords(view.arm)} ${signedPp(point.value)} pp at ${point.x} entries against ${armWords(view.against)}.`
  const isSure =
    point.interval !== null &&
    (point.interval.low > 0 || point.interval.high < 0) &&
    (ladder.primarySize !== null || (ladder.adjustedP[at] ?? 1) <= 0.05)
  return verdictWords(dataOf(view), isSure ? (point.value > 0 ? 'helps' : 'hurts') : 'cannot tell', what)
}

/** What stands under the verdict: the interval, and p where the comparison was not planned. */
export function intervalWords({ ladder }: GainView): string {
  const at = ladder?.curve.points.findIndex(({ x }) => x === ladder.spokenSize) ?? -1
  const interval = ladder?.curve.points[at]?.interval
  if (!ladder || !interval) return 'no interval: one function is not enough'
  const { low, high } = interval
  const range = `95 % CI ${signedPp(low)} to ${signedPp(high)} pp${low <= 0 && high >= 0 ? ', includes 0' : ''}`
  if (ladder.primarySize !== null) return range
  return `${range}; not planned, Holm ${pWords(ladder.adjustedP[at] ?? 1)}`
}

/** What "no effect" means of a pair of arms, as a condition. */
export function noEffectWords(arm: string, against: string): string {
  return against === 'vanilla'
    ? 'if memory did nothing'
    : `if ${armWords(arm)} and ${armWords(against)} did the same`
}

export function coldStartWords({ curve }: Pick<LadderView, 'curve'>): string[] {
  const { dip, dipChance, breakEvenRange: reach, detectableDepth, points } = curve
  const tellable = `Smallest detectable dip: ${detectableDepth.toFixed(1)} pp.`
  if (dip.deepestAt === null) return [`No dip at any size. ${tellable}`]
  const what = `Deepest point: ${dip.depth.toFixed(1)} pp below 0, at ${points[dip.deepestAt - 1]?.x ?? 0} entries.`
  const p = `${pWords(dipChance)} over all sizes`
  if (dipChance > 0.05) return [what, `The dip is not significant (${p}).`, tellable]
  const last = points.at(-1)?.x ?? 0
  const range = reach ? ` (95 % of resampled curves: ${reach.low} to ${reach.high})` : ''
  const recovery =
    dip.breakEvenAt === null
      ? `No recovery up to ${last} entries.`
      : `It recovers from ${points[dip.breakEvenAt - 1]?.x ?? 0} entries on${range}.`
  return [what, `The dip is significant (${p}).`, recovery, tellable]
}

/** Which figures of the sizes are adjusted for looking at several: intervals are not, p is. */
export function rungWords({ primarySize }: Pick<LadderView, 'primarySize'>): string {
  return primarySize === null
    ? 'Exploratory: every p is Holm-adjusted over the sizes; the intervals are not adjusted.'
    : 'The planned size has its own p, the others are Holm-adjusted; the intervals are not adjusted.'
}

/** Should the agent work without memory while the store is small? Asked only of a comparison with no memory. */
export function gateWords({ candidate, savedPp, interval, below }: NonNullable<LadderView['gate']>): string {
  if (candidate === null) return 'No minimum store size would have saved anything.'
  const saved =
    savedPp === null || !interval
      ? 'saving unknown'
      : `held-out saving ${signedPp(savedPp)} pp, CI ${signedPp(interval.low)} to ${signedPp(interval.high)}`
  if (below === null) return `No minimum store size can be recommended (${saved}).`
  return `Work without memory ${candidate === 'all' ? 'at every size tried' : `below ${candidate} entries`} (${saved}).`
}

export function sweepWords({ arms, breakEven, size }: SweepView): string {
  const main = arms[0]
  const [first, last] = [main?.curve.points[0], main?.curve.points.at(-1)]
  if (!main || !first || !last) return 'Not run.'
  const ends = `${armWords(main.arm)} at ${size} entries: ${signedPp(first.value)} pp with ${share(first.x)} of the categories wrong, ${signedPp(last.value)} pp with ${share(last.x)}.`
  if (first.value <= 0) return `${ends} There is no gain to lose.`
  return breakEven === null
    ? `${ends} The gain survives all the way.`
    : `${ends} The gain is gone at about ${share(breakEven)}.`
}

function share(value: number): string {
  return `${Math.round(100 * value)}\u00a0%`
}

/** Share of answered questions whose first lesson is right, percent. */
export function topOne(key: LadderView['keys'][number] | undefined): number | null {
  return key && key.told > 0 ? (100 * key.right) / key.told : null
}
