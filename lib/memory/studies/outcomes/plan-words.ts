import { signedPp } from '../../text/signed.ts'
import type { FrozenPlan } from './plan.ts'
import type { PlanOutcome } from './report.ts'

/** What pages, command and report say of a plan; pure, so that all say the same. */

/** Beside a comparison: planned or exploratory. */
export function decidedWords(plan: FrozenPlan | null): string {
  return plan
    ? `Planned (frozen ${instantWords(plan.frozenAt)}, before the results).`
    : 'Exploratory: no pre-registered plan.'
}

/** `2026-03-12 14:05 UTC`. */
export function instantWords(iso: string): string {
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
  const verdict = outcome.isTold ? `${plan.arm} is ${side}` : 'Cannot tell'
  return `${head} ${verdict}: ${signedPp(result.gainPp)} points (${range}) over ${outcome.n} instances, p ${result.p.toPrecision(2)} at alpha ${plan.alpha}.${taken}`
}

/** The first plan that decided, for the headline of a page; empty while none has. */
export function plansVerdict(plans: readonly PlanOutcome[]): string {
  const whole = plans.filter(({ isTold }) => isTold !== null)
  const [first] = whole
  if (!first?.result) return ''
  const { plan, result, isTold } = first
  const more = whole.length > 1 ? `, and ${whole.length - 1} more plans` : ''
  const what = `${plan.arm} ${signedPp(result.gainPp)} pp over ${plan.base}${more}`
  return isTold ? `As planned: ${what}.` : `Cannot tell, as planned: ${what}.`
}
