import { formatCount, formatPercent, plural } from '@/components/ui/format.ts'
import type { SampleReport, Share } from '@/lib/memory/findings/quality.ts'

/** `31 % junk, 95 % CI 24 to 39 %`. */
export function shareWords(share: Share): string {
  if (share === null) return 'nothing judged'
  const { low, high } = share.interval
  return `${formatPercent(share.share)}, 95 % CI ${(low * 100).toFixed(0)} to ${formatPercent(high)}`
}

/**
 * The answer to "How much of this is junk?" and whether it is below the bound yet. Asked after every judgement: the interval is then
 * one that may be looked at as often.
 */
export function estimateVerdict(report: SampleReport, population: number, bound: number): string {
  const { junk } = report
  const all = plural(population, 'entry', 'entries')
  if (junk === null) return `Nothing judged yet of a sample from ${all}.`
  const { low, high } = junk.interval
  const about = `About ${formatPercent(junk.share)} of ${all} are junk`
  if (high <= bound) return `${about}: below ${formatPercent(bound)}, as you wanted.`
  if (low > bound) return `${about}: above ${formatPercent(bound)}. Act by rule, then sample again.`
  return `${about}; whether it is below ${formatPercent(bound)} cannot be told yet.`
}

/** How many entries the interval means: at least those found, at most all but those that were kept. */
export function junkCountWords({ junk }: SampleReport, population: number): string {
  if (junk === null) return ''
  const { count, n, interval } = junk
  const low = Math.max(count, Math.floor(interval.low * population + 0.5))
  const high = Math.min(population - (n - count), Math.ceil(interval.high * population - 0.5))
  return `${formatCount(low)} to ${formatCount(high)} entries`
}
