import { falseDiscovery, type Interval } from '../statistics.ts'
import { normalCdf, normalQuantile } from './distributions.ts'

/** Below this many exposures nothing is called harmful (issue: from 10). */
export const ENOUGH_EXPOSURES = 10
/** Expected share of false ones among the flagged. */
export const FDR = 0.1
/** Weight of "no effect", in exposures (evaluation plan, §5). */
const SHRINK = 4

/** One use of an entry: what came out and what was expected without memory, both 0..1. */
export interface Exposure {
  outcome: number
  expected: number
  /** Where the expectation was estimated from runs: its own variance, and of what, because uses on one instance share its error. */
  estimate?: { of: string; variance: number }
}

export interface Utility {
  n: number
  /** Σ (outcome − expected) ÷ (n + 4): drawn towards 0, −1..1. */
  shrunken: number
  /** 95 % interval of the unshrunken mean, normal, with the variance of the expectation. Null below two exposures. */
  interval: Interval | null
  /** One-sided p that the entry does no harm; null below `ENOUGH_EXPOSURES`. */
  p: number | null
}

export interface JudgedUtility extends Utility {
  /** After Benjamini-Hochberg over all entries with enough exposures. */
  q: number | null
  verdict: 'harmful' | 'association'
}

/** Utility of one entry over its uses; p by the normal approximation with a continuity correction (Zhang et al. 2026, MemRL, for the idea; shrinkage ours). */
export function utilityOf(exposures: readonly Exposure[]): Utility {
  const n = exposures.length
  const sum = exposures.reduce((total, { outcome, expected }) => total + outcome - expected, 0)
  const shrunken = n === 0 ? 0 : sum / (n + SHRINK)
  if (n < 2) return { n, shrunken, interval: null, p: null }
  const variance =
    exposures.reduce((total, { expected }) => total + expected * (1 - expected), 0) +
    sharedVariance(exposures)
  const reach = (normalQuantile(0.975) * Math.sqrt(variance)) / n
  return {
    n,
    shrunken,
    interval: { low: sum / n - reach, high: sum / n + reach },
    p: n < ENOUGH_EXPOSURES ? null : variance === 0 ? 1 : normalCdf((sum + 0.5) / Math.sqrt(variance)),
  }
}

/** k uses on one instance are wrong by the same amount k times: k² times the variance of its expectation. */
function sharedVariance(exposures: readonly Exposure[]): number {
  const estimates = Map.groupBy(
    exposures.flatMap(({ estimate }) => estimate ?? []),
    ({ of }) => of,
  )
  return [...estimates.values()].reduce((sum, own) => sum + own.length ** 2 * (own[0]?.variance ?? 0), 0)
}

/** Harmful only from ten exposures and after false-discovery control at 0.10; everything else is an association. */
export function judgeUtilities(entries: readonly (readonly Exposure[])[]): JudgedUtility[] {
  const utilities = entries.map(utilityOf)
  const tested = utilities.flatMap(({ p }, i) => (p === null ? [] : [{ p, i }]))
  const adjusted = falseDiscovery(tested.map(({ p }) => p))
  const qs = new Map(tested.map(({ i }, k) => [i, adjusted[k] ?? 1]))
  return utilities.map((utility, i) => {
    const q = qs.get(i) ?? null
    return { ...utility, q, verdict: q !== null && q <= FDR ? 'harmful' : 'association' }
  })
}
