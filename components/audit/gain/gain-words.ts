import type { WorkbenchArm } from '../../../lib/memory/studies/ladder/workbench-file.ts'
import { pWords, signedPp } from '../../../lib/memory/text/words.ts'
import { armWords } from '../../marks/arm-words.ts'
import type { GainView, LadderView, SweepView } from './prepare-gain.ts'

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
  if (!isSure) return `Cannot tell: ${what}`
  return `${point.value > 0 ? 'Better' : 'Worse'}: ${what}`
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
export function noEffectWords(arm: WorkbenchArm, against: WorkbenchArm): string {
  return against === 'vanilla'
    ? 'if memory did nothing'
    : `if ${armWords(arm)} and ${armWords(against)} did the same`
}

/** The cold start in words. */
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

/** What a wrong category costs. */
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
