import { isTold } from '../../statistics/compare.ts'
import { signedPp } from '../../text/signed.ts'
import type { TwoRuns } from './compare-two.ts'
import { plansVerdict } from './plan-words.ts'
import type { ExperimentsReport, TwinRow } from './report.ts'

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
  const told = tiers.p !== null && tiers.p <= 0.05
  return `By the steps of ${tiers.by} (to ${tiers.cuts[0]}, to ${tiers.cuts[1]}, above): ${tiers.tiers
    .map(({ name, n, difference }) => `${name} ${signedPp(100 * difference)} of ${n}`)
    .join(
      ', ',
    )}. ${told ? 'The tiers differ' : 'Cannot tell that the tiers differ'} (permutation p ${tiers.p?.toPrecision(2) ?? 'unknown'}).`
}

/** The first sentence of the page: a plan's answer, else that of the arms. */
export function reportVerdict({ runs, twins, plans }: ExperimentsReport): string {
  return plansVerdict(plans) || twinsVerdict(runs.length, twins)
}

function twinsVerdict(runCount: number, twins: readonly TwinRow[]): string {
  if (runCount === 0) return 'No results imported yet.'
  if (twins.length === 0) return 'No arm can be compared: no run without memory.'
  const [first, ...more] = twins.filter(isTold)
  const rest = more.length === 0 ? '' : `, and ${more.length} more`
  if (first) return `${first.arm} ${signedPp(first.gainPp)} pp over no memory${rest}.`
  const [only] = twins
  if (twins.length === 1 && only)
    return `Cannot tell: ${only.arm} ${signedPp(only.gainPp)} pp over no memory.`
  return `Cannot tell any of ${twins.length} arms from no memory.`
}
