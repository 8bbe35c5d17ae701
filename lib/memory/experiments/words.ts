import { signedPp } from '../text/signed.ts'
import type { TwoRuns } from './compare-two.ts'
import { plansVerdict } from './plan-words.ts'
import type { ExperimentsReport, TwinRow } from './report.ts'
import { isTold } from './told.ts'

/** Sentences of the experiments page, the command and the report; pure, so that all three say the same. */

/** What of the two sides is known to differ beside memory. */
export function differsWords({ differs }: Pick<TwoRuns, 'differs'>): string {
  if (differs.length === 0) return 'Same model, agent and version: they differ in arm or seed alone.'
  const list = differs.length === 1 ? differs[0] : `${differs.slice(0, -1).join(', ')} and ${differs.at(-1)}`
  return `Another ${list}: this is no comparison of memory.`
}

export function twoVerdict({ comparison: c, variant, base }: TwoRuns): string {
  const range = `${signedPp(c.gainPp)} points (${signedPp(c.ciLowPp)} to ${signedPp(c.ciHighPp)})`
  const isSure = (c.ciLowPp > 0 || c.ciHighPp < 0) && c.mcnemarP <= 0.05
  const words = isSure ? (c.gainPp > 0 ? 'Better' : 'Worse') : 'Cannot tell'
  return `${words}: ${range} over ${c.n} instances, ${variant} against ${base}.`
}

export function costWords({ cost }: TwoRuns): string {
  if (cost === null)
    return 'Cost per additional solve: not reported, the runs name no costs for the same instances.'
  const usd = (value: number) => `$${value.toFixed(2).replace('-', '\u2212')}`
  const spent = `${usd(cost.variantUsd)} against ${usd(cost.baseUsd)} over ${cost.n} instances`
  return cost.perSolveUsd === null
    ? `No additional solve, so none has a price: ${spent}.`
    : `${usd(cost.perSolveUsd)} for each of ${cost.netResolved} additional solves: ${spent}.`
}

export function tierWords({ tiers }: TwoRuns): string {
  if (tiers === null) return 'Tiers of difficulty: no third run names its steps for these instances.'
  const told = tiers.p !== null && tiers.p <= 0.05
  return `By the steps of ${tiers.by} (to ${tiers.cuts[0]}, to ${tiers.cuts[1]}, above): ${tiers.tiers
    .map(({ name, n, difference }) => `${name} ${signedPp(100 * difference)} of ${n}`)
    .join(
      ', ',
    )}. ${told ? 'The tiers differ' : 'Cannot tell that the tiers differ'} (permutation p ${tiers.p?.toPrecision(2) ?? 'unknown'}).`
}

/** The first sentence of the page: what can be said of memory at all. */
export function reportVerdict({ runs, twins, plans }: ExperimentsReport): string {
  return [plansVerdict(plans), twinsVerdict(runs, twins)].filter(Boolean).join(' ')
}

function twinsVerdict(runs: ExperimentsReport['runs'], twins: readonly TwinRow[]): string {
  const imported = runs.filter(({ source }) => source === 'imported').length
  const told = twins.filter(isTold)
  const brought =
    imported === 0 ? 'No run was brought in yet' : `${imported} ${imported === 1 ? 'run' : 'runs'} brought in`
  if (twins.length === 0)
    return `${brought}; no arm is paired with no memory, so nothing here speaks of memory.`
  if (told.length === 0)
    return `${brought}; of ${twins.length} arms paired with no memory none can be told from it.`
  return `${brought}; of ${twins.length} arms paired with no memory ${told.length} can be told from it: ${told
    .slice(0, 3)
    .map(({ arm, gainPp }) => `${arm} ${signedPp(gainPp)}`)
    .join(', ')}.`
}
