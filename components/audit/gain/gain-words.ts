import type { WorkbenchArm } from '../../../lib/memory/gain/workbench-file.ts'
import { signedPp } from '../../../lib/memory/text/signed.ts'
import { armWords } from '../../marks/arm-words.ts'
import type { GainView, LadderView, SweepView } from './prepare-gain.ts'

/** Before the middle 95 % of curves with functions and draws drawn again: how steady a figure is, no confidence interval. */
const RESAMPLED = '95 % of resampled curves'

/** The answer of the page in one sentence. A comparison that nobody planned is told apart only after adjustment over its rungs. */
export function gainVerdict(view: GainView): string {
  const { ladder } = view
  const at = ladder?.curve.points.findIndex(({ x }) => x === ladder.spokenSize) ?? -1
  const point = ladder?.curve.points[at]
  if (!point || !ladder) return 'Cannot tell: no rung of the ladder has been run for both.'
  const [arm, against] = [armWords(view.arm), armWords(view.against)]
  const where = `At ${point.x} entries ${arm} solves`
  if (point.interval === null)
    return `Cannot tell: one function is not enough. ${where} ${signedPp(point.value)} pp.`
  const direction = point.value >= 0 ? 'more' : 'less'
  const what = `${where} ${Math.abs(point.value).toFixed(1)} pp ${direction} than ${against}`
  if (point.interval.low <= 0 && point.interval.high >= 0)
    return `Cannot tell. ${what}, and the interval holds 0.`
  const head = point.value > 0 ? 'Yes, here.' : 'It hurts here.'
  if (ladder.primarySize !== null) return `${head} ${what}.`
  const p = ladder.adjustedP[at] ?? 1
  const unplanned = `this comparison was not planned, and p adjusted over its rungs is ${p < 0.001 ? 'below 0.001' : p.toFixed(3)}`
  return p <= 0.05 ? `${head} ${what}; ${unplanned}.` : `Cannot tell. ${what}; ${unplanned}.`
}

/** What "no effect" means of a pair of arms, as a condition. */
export function noEffectWords(arm: WorkbenchArm, against: WorkbenchArm): string {
  return against === 'vanilla'
    ? 'if memory did nothing'
    : `if ${armWords(arm)} and ${armWords(against)} did the same`
}

/** The cold start in words: the dip is named with its chance, not admired. */
export function coldStartWords({ curve }: LadderView, noEffect: string): string[] {
  const { dip, dipChance, dipRanges, tellableDepth } = curve
  const chance = dipChance < 0.01 ? 'below 1 %' : `${(100 * dipChance).toFixed(0)} %`
  const tellable = `A dip of less than ${tellableDepth.toFixed(1)} pp could not be told from none here.`
  if (dip.deepestAt === null) return [`No dip: no store size lies below 0. ${tellable}`]
  const at = curve.points[dip.deepestAt - 1]?.x ?? 0
  const isNews = dipChance <= 0.05
  const range =
    isNews && dipRanges.depth
      ? ` (${RESAMPLED} ${dipRanges.depth.low.toFixed(1)} to ${dipRanges.depth.high.toFixed(1)})`
      : ''
  const what = `The deepest point lies at ${at} entries, ${dip.depth.toFixed(1)} pp below 0${range}.`
  const verdict = `It is ${isNews ? '' : 'not '}news: ${noEffect}, a dip this deep somewhere on the ladder would have a chance of ${chance}.`
  if (!isNews) return [what, verdict, tellable]
  const up = dip.breakEvenAt === null ? null : (curve.points[dip.breakEvenAt - 1]?.x ?? 0)
  const reach = dipRanges.breakEven
  const never =
    reach && reach.neverShare >= 0.005 ? `; in ${(100 * reach.neverShare).toFixed(0)} % of draws never` : ''
  const breakEven =
    up === null
      ? 'It does not break even on this ladder.'
      : `It breaks even from ${up} entries on${reach ? ` (${RESAMPLED} ${reach.low} to ${reach.high}${never})` : ''}.`
  return [what, verdict, lengthWords(curve), breakEven, tellable]
}

/** Which figures of the rungs are adjusted for looking at several: intervals are not, p is. */
export function rungWords({ primarySize }: Pick<LadderView, 'primarySize'>): string {
  const p =
    primarySize === null
      ? 'This comparison was not the plan’s: every p is Holm-adjusted over the rungs.'
      : 'p of the primary rung is its own; of the others it is Holm-adjusted over them.'
  return `${p} The intervals are of each rung alone and not adjusted, so that one may leave 0 out where p does not.`
}

/** How many points in a row the dip takes, with the range of resampled curves. */
function lengthWords({ dip, dipRanges: { length } }: LadderView['curve']): string {
  const range = length && ` (${RESAMPLED} ${length.low} to ${length.high}${neverWords(length.neverShare)})`
  return dip.length === null
    ? `It lasts to the end of the ladder${length ? `; where it ends, after ${length.low} to ${length.high} rungs` : ''}.`
    : `It lasts ${dip.length === 1 ? 'one rung' : `${dip.length} rungs`}${range ?? ''}.`
}

function neverWords(share: number): string {
  return share >= 0.005 ? `; in ${(100 * share).toFixed(0)} % of draws to the end` : ''
}

/** Should the agent abstain while the store is small? Asked only of a comparison with no memory. */
export function gateWords(gate: NonNullable<LadderView['gate']>): string {
  if (gate.candidate === null)
    return 'No advice: working without memory while the store is small would have saved nothing.'
  const { candidate, savedPp, interval } = gate
  const where = candidate === 'all' ? 'at every size that was tried' : `below ${candidate} entries`
  const range =
    interval && savedPp !== null
      ? `${signedPp(savedPp)} pp a rung, 95 % ${signedPp(interval.low)} to ${signedPp(interval.high)}, on the functions that did not choose it`
      : 'unknown'
  return gate.below === null
    ? `No advice: abstaining ${where}, the best threshold on half of the functions, saves ${range}.`
    : `Work without memory ${where}: it saves ${range}.`
}

/** What a wrong category costs. */
export function sweepWords({ arms, breakEven, size }: SweepView): string {
  const main = arms[0]
  const [first, last] = [main?.curve.points[0], main?.curve.points.at(-1)]
  if (!main || !first || !last) return 'Not run.'
  const ends = `At ${size} entries ${armWords(main.arm)} gains ${signedPp(first.value)} pp when ${share(first.x)} of the categories are wrong and ${signedPp(last.value)} pp at ${share(last.x)}.`
  if (first.value <= 0) return `${ends} There is no gain to lose.`
  return breakEven === null
    ? `${ends} The gain survives all the way.`
    : `${ends} It is gone at about ${share(breakEven)}.`
}

function share(value: number): string {
  return `${Math.round(100 * value)}\u00a0%`
}
