import { signedPp } from '../../../lib/memory/signed.ts'
import { armWords } from '../../marks/arm-words.ts'
import type { GainView, LadderView, SweepView } from './prepare-gain.ts'

/** The answer of the page in one sentence. */
export function gainVerdict(view: GainView): string {
  const point = view.ladder?.curve.points.find(({ x }) => x === view.ladder?.spokenSize)
  if (!point) return 'Cannot tell: no rung of the ladder has been run.'
  const [arm, against] = [armWords(view.arm), armWords(view.against)]
  const at = `At ${point.x} entries ${arm} solves`
  const size = Math.abs(point.value).toFixed(1)
  if (point.interval === null)
    return `Cannot tell: one function is not enough. ${at} ${signedPp(point.value)} pp.`
  if (point.interval.low > 0) return `Yes, here. ${at} ${size} pp more than ${against}.`
  if (point.interval.high < 0) return `It hurts here. ${at} ${size} pp less than ${against}.`
  const direction = point.value >= 0 ? 'more' : 'less'
  return `Cannot tell. ${at} ${size} pp ${direction} than ${against}, and the interval holds 0.`
}

/** The cold start in words: the dip is named with its chance, not admired. */
export function coldStartWords({ curve }: LadderView): string[] {
  const { dip, dipChance, dipIntervals, tellableDepth } = curve
  const chance = dipChance < 0.01 ? 'below 1 %' : `${(100 * dipChance).toFixed(0)} %`
  const tellable = `A dip of less than ${tellableDepth.toFixed(1)} pp could not be told from none here.`
  if (dip.deepestAt === null) return [`No dip: no store size lies below 0. ${tellable}`]
  const at = curve.points[dip.deepestAt - 1]?.x ?? 0
  const range = dipIntervals.depth
    ? ` (95 % ${dipIntervals.depth.low.toFixed(1)} to ${dipIntervals.depth.high.toFixed(1)})`
    : ''
  const what = `The deepest point lies at ${at} entries, ${dip.depth.toFixed(1)} pp below 0${range}.`
  const isNews = dipChance <= 0.05
  const verdict = isNews
    ? `It is news: if memory did nothing, a dip this deep somewhere on the ladder would have a chance of ${chance}.`
    : `It is not news: if memory did nothing, a dip this deep somewhere on the ladder would have a chance of ${chance}.`
  const up = dip.breakEvenAt === null ? null : (curve.points[dip.breakEvenAt - 1]?.x ?? 0)
  const reach = dipIntervals.breakEven
  const never =
    reach && reach.neverShare >= 0.005 ? `; in ${(100 * reach.neverShare).toFixed(0)} % of draws never` : ''
  const breakEven =
    up === null
      ? 'It does not break even on this ladder.'
      : `It breaks even from ${up} entries on${reach ? ` (95 % ${reach.low} to ${reach.high}${never})` : ''}.`
  return [what, verdict, lengthWords(curve), breakEven, tellable]
}

/** How many points in a row the dip takes, with its interval. */
function lengthWords({ dip, dipIntervals: { length } }: LadderView['curve']): string {
  const range =
    length && ` (95 % ${length.low.toFixed(0)} to ${length.high.toFixed(0)}${neverWords(length.neverShare)})`
  return dip.length === null
    ? `It lasts to the end of the ladder${range ? `; where it ends, after ${length?.low.toFixed(0)} to ${length?.high.toFixed(0)} rungs` : ''}.`
    : `It lasts ${dip.length === 1 ? 'one rung' : `${dip.length} rungs`}${range ?? ''}.`
}

function neverWords(share: number): string {
  return share >= 0.005 ? `; in ${(100 * share).toFixed(0)} % of draws to the end` : ''
}

/** Should the agent abstain while the store is small? */
export function gateWords({ gate }: LadderView): string {
  if (gate.candidate === null)
    return 'No advice: working without memory while the store is small would have saved nothing.'
  const { candidate, savedPp, interval } = gate
  const range =
    interval && savedPp !== null
      ? `${signedPp(savedPp)} pp a rung, 95 % ${signedPp(interval.low)} to ${signedPp(interval.high)}, on the functions that did not choose it`
      : 'unknown'
  return gate.below === null
    ? `No advice: abstaining below ${candidate} entries, the best threshold on half of the functions, saves ${range}.`
    : `Work without memory below ${gate.below} entries: it saves ${range}.`
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
