import { isSignificant } from '../../statistics/compare.ts'
import { pWords, signedPp } from '../../text/words.ts'
import type { TwoRuns } from './compare-two.ts'
import type { ExperimentsReport, PlanOutcome, TwinRow } from './report.ts'
import { type FrozenPlan, isDemonstration } from './run.ts'

/** Sentences of the experiments page, the command and the report; pure, so that all three say the same. */

/** What of the two sides is known to differ beside memory. */
export function differsWords({ differs }: Pick<TwoRuns, 'differs'>): string {
  if (differs.length === 0) return 'Same model, agent and version.'
  const list = differs.length === 1 ? differs[0] : `${differs.slice(0, -1).join(', ')} and ${differs.at(-1)}`
  return `Another ${list}: not a comparison of memory.`
}

export function twoVerdict({ comparison: c, variant, base }: TwoRuns): string {
  const isSure = (c.ciLowPp > 0 || c.ciHighPp < 0) && c.mcnemarP <= 0.05
  const words = isSure ? (c.gainPp > 0 ? 'Better' : 'Worse') : 'Cannot tell'
  return `${words}: ${signedPp(c.gainPp)} pp (95 % CI ${signedPp(c.ciLowPp)} to ${signedPp(c.ciHighPp)}) over ${c.n} instances, ${variant} against ${base}.`
}

export function costWords({ cost }: TwoRuns): string {
  if (cost === null) return 'Cost per additional solve: not reported.'
  const usd = (value: number) => `$${value.toFixed(2).replace('-', '\u2212')}`
  const spent = `${usd(cost.variantUsd)} against ${usd(cost.baseUsd)} over ${cost.n} instances`
  return cost.perSolveUsd === null
    ? `No additional solve: ${spent}.`
    : `${usd(cost.perSolveUsd)} for each of ${cost.netResolved} additional solves: ${spent}.`
}

export function tierWords({ tiers }: TwoRuns): string {
  if (tiers === null) return 'Tiers of difficulty: the base names no steps.'
  const isSignificant = tiers.p !== null && tiers.p <= 0.05
  return `By the steps of ${tiers.by} (to ${tiers.cuts[0]}, to ${tiers.cuts[1]}, above): ${tiers.tiers
    .map(({ name, n, difference }) => `${name} ${signedPp(100 * difference)} of ${n}`)
    .join(
      ', ',
    )}. ${isSignificant ? 'The tiers differ' : 'Cannot tell that the tiers differ'} (permutation ${tiers.p === null ? 'p unknown' : pWords(tiers.p)}).`
}

/** The first sentence of the page: a plan's answer, else that of the arms; never of the demonstration. */
export function reportVerdict(report: ExperimentsReport): string {
  const { runs, plans } = report
  const isNone = runs.length > 0 && runs.every(isDemonstration)
  const verdict = isNone ? 'No results but the demonstration.' : twinsVerdict(runs.length, ownTwins(report))
  return plansVerdict(plans) || verdict
}

/** Arms of a person's own results. */
export function ownTwins({ twins }: ExperimentsReport): TwinRow[] {
  return twins.filter((row) => !row.isDemonstration)
}

function twinsVerdict(runCount: number, twins: readonly TwinRow[]): string {
  if (runCount === 0) return 'No results imported yet.'
  if (twins.length === 0) return 'No arm can be compared: no run without memory.'
  const [first, ...more] = twins.filter(isSignificant)
  const rest = more.length === 0 ? '' : `, and ${more.length} more`
  if (first) return `${first.arm} ${signedPp(first.gainPp)} pp over no memory${rest}.`
  const [only] = twins
  if (twins.length === 1 && only)
    return `Cannot tell: ${only.arm} ${signedPp(only.gainPp)} pp over no memory.`
  return `Cannot tell any of ${twins.length} arms from no memory.`
}

/** What pages, command and report say of a plan; pure, so that all say the same. */

/** Beside a comparison: planned or exploratory. */
export function decidedWords(plan: FrozenPlan | null): string {
  return plan
    ? `Planned (frozen ${instantWords(plan.frozenAt)}, before the results).`
    : 'Exploratory: no pre-registered plan.'
}

/** `2026-03-12 14:05 UTC`. */
function instantWords(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}

/** What was decided, without what came of it. */
export function termsWords({ instances, runs, alpha, stopRule }: FrozenPlan): string {
  const each = runs === 1 ? '1 run' : `${runs} runs`
  return `Share resolved over ${instances} instances, ${each} of each side, alpha ${alpha}. Ends: ${stopRule}`
}

/** What came of a plan: first how it stands, then what can be said. */
export function planWords(outcome: PlanOutcome): string {
  const { plan, result } = outcome
  const when = instantWords(plan.frozenAt)
  if (plan.standing === 'note')
    return `A note (${when}): results of both sides were there already, so it decides nothing.`
  const head = `Planned (frozen ${when}, before the results).`
  if (!plan.isUnchanged)
    return `${head} Its terms no longer give the hash they were frozen under, so it decides nothing.`
  const taken = plan.takenOutCount === 0 ? '' : ` ${plan.takenOutCount} that fit were taken out since.`
  const count = `${outcome.armIds.length} of ${plan.runs} runs of ${plan.arm}, ${outcome.baseIds.length} of ${plan.runs} of ${plan.base}`
  if (outcome.state === 'waiting') return `${head} Waits for results: ${count}.${taken}`
  if (outcome.state === 'short' || !result)
    return `${head} Not whole: ${outcome.n} of ${plan.instances} instances, ${count}; until then it is exploratory.${taken}`
  const level = Number((100 * (1 - plan.alpha)).toFixed(2))
  const range = `${level} % ${signedPp(result.low)} to ${signedPp(result.high)}`
  const side = result.gainPp > 0 ? 'better' : 'worse'
  const verdict = outcome.isSignificant ? `${plan.arm} is ${side}` : 'Cannot tell'
  return `${head} ${verdict}: ${signedPp(result.gainPp)} points (${range}) over ${outcome.n} instances, ${pWords(result.p)} at alpha ${plan.alpha}.${taken}`
}

/** The first plan that decided, for the headline of a page; empty while none has. */
export function plansVerdict(plans: readonly PlanOutcome[]): string {
  const whole = plans.filter(({ isSignificant }) => isSignificant !== null)
  const [first] = whole
  if (!first?.result) return ''
  const { plan, result, isSignificant } = first
  const more = whole.length > 1 ? `, and ${whole.length - 1} more plans` : ''
  const what = `${plan.arm} ${signedPp(result.gainPp)} pp over ${plan.base}${more}`
  return isSignificant ? `As planned: ${what}.` : `Cannot tell, as planned: ${what}.`
}
