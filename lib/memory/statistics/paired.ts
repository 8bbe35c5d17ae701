import type { Interval } from '../statistics.ts'
import { binomialProbability } from './distributions.ts'
import { wilsonInterval } from './proportion.ts'

/** The four cells of a paired comparison, in instances. `n` = all four. */
export interface Flips {
  n: number
  both: number
  onlyBase: number
  onlyVariant: number
  neither: number
}

/** One instance that both arms ran. */
export interface Pair {
  base: boolean
  variant: boolean
}

/** Counts the four cells. */
export function countFlips(pairs: readonly Pair[]): Flips {
  const flips: Flips = { n: pairs.length, both: 0, onlyBase: 0, onlyVariant: 0, neither: 0 }
  for (const { base, variant } of pairs) {
    if (base && variant) flips.both++
    else if (base) flips.onlyBase++
    else if (variant) flips.onlyVariant++
    else flips.neither++
  }
  return flips
}

/** A share with its Wilson interval; null where nothing could have flipped. */
export interface Share {
  count: number
  of: number
  share: number
  interval: Interval
}

export interface Transfer {
  /** onlyVariant ÷ what the base failed. */
  positive: Share | null
  /** onlyBase ÷ what the base solved: the harm a gain hides. */
  negative: Share | null
}

/**
 * Positive and negative transfer, always both (Pan and Yang 2010 for the words; rates as in the evaluation plan): of what the
 * base failed, how much the variant solves, and of what the base solved, how much it loses.
 */
export function transfer({ both, onlyBase, onlyVariant, neither }: Flips): Transfer {
  return { positive: share(onlyVariant, onlyVariant + neither), negative: share(onlyBase, onlyBase + both) }
}

function share(count: number, of: number): Share | null {
  return of === 0 ? null : { count, of, share: count / of, interval: wilsonInterval(count, of) }
}

/**
 * Exact McNemar test (McNemar 1947; exact form: two-sided binomial with ½ over the discordant pairs): chance that two arms of
 * equal power differ at least this much. `b` and `c` are the two discordant counts; 1 when nothing is discordant.
 */
export function mcNemarExact(b: number, c: number): number {
  if (!Number.isInteger(b) || !Number.isInteger(c) || b < 0 || c < 0)
    throw new RangeError(`${b} and ${c} are not counts`)
  const n = b + c
  let tail = 0
  for (let k = 0; k <= Math.min(b, c); k++) tail += binomialProbability(k, n, 0.5)
  return Math.min(1, 2 * tail)
}

/**
 * Newcombe's hybrid score interval of the difference of two independent shares, 95 % (Newcombe 1998, Stat. Med. 17:873,
 * method 10): a of n minus b of m. Shares, −1..1.
 */
export function newcombeUnpaired(a: number, n: number, b: number, m: number): Interval {
  const [first, second] = [wilsonInterval(a, n), wilsonInterval(b, m)]
  const [p, q] = [a / n, b / m]
  return {
    low: p - q - Math.hypot(p - first.low, second.high - q),
    high: p - q + Math.hypot(first.high - p, q - second.low),
  }
}

/**
 * Newcombe's square-and-add interval of a paired difference, variant minus base, 95 % unless `level` says otherwise (Newcombe 1998, Stat. Med. 17:2635,
 * method 10, with his continuity-corrected φ). Shares, −1..1; null without a pair.
 */
export function newcombePaired(
  { n, both, onlyBase, onlyVariant, neither }: Flips,
  level = 0.95,
): Interval | null {
  if (n === 0) return null
  const p = (both + onlyVariant) / n
  const q = (both + onlyBase) / n
  const wilson = (count: number) => wilsonInterval(count, n, Number.POSITIVE_INFINITY, level)
  const [variant, base] = [wilson(both + onlyVariant), wilson(both + onlyBase)]
  const phi = correlation(both, onlyVariant, onlyBase, neither)
  const low = reach(p - variant.low, base.high - q, phi)
  const high = reach(variant.high - p, q - base.low, phi)
  return { low: Math.max(-1, p - q - low), high: Math.min(1, p - q + high) }
}

function reach(x: number, y: number, phi: number): number {
  return Math.sqrt(Math.max(0, x * x - 2 * phi * x * y + y * y))
}

/** φ of the 2×2 table, its numerator drawn half a table towards 0 when it is positive (Newcombe's correction). */
function correlation(a: number, b: number, c: number, d: number): number {
  const margins = (a + b) * (c + d) * (a + c) * (b + d)
  if (margins === 0) return 0
  const cross = a * d - b * c
  const n = a + b + c + d
  const corrected = cross > 0 ? Math.max(cross - n / 2, 0) : cross
  return corrected / Math.sqrt(margins)
}

export interface PairedGain {
  /** (onlyVariant − onlyBase) ÷ n, percentage points. */
  gainPp: number
  /** Newcombe's paired interval, 95 % unless `level` said otherwise, percentage points. */
  lowPp: number
  highPp: number
  mcnemarP: number
  netResolved: number
}

/** Gain of the variant with Newcombe's interval and the exact McNemar p; null without a pair. */
export function pairedGain(flips: Flips, level = 0.95): PairedGain | null {
  const interval = newcombePaired(flips, level)
  if (interval === null) return null
  const netResolved = flips.onlyVariant - flips.onlyBase
  return {
    gainPp: (100 * netResolved) / flips.n,
    lowPp: 100 * interval.low,
    highPp: 100 * interval.high,
    mcnemarP: mcNemarExact(flips.onlyBase, flips.onlyVariant),
    netResolved,
  }
}

/** Differences up to here are flipped in every way (ours: 16,384 ways). */
const MOST_IN_FULL = 14
const FLIPS = 10_000

/**
 * Chance that paired differences add up to at least this much, either way, when each could as well have gone the other way (Fisher
 * 1935). Where all that differ differ by the same it is the exact McNemar test; else every way is counted up to 14 of them, and above
 * 10,000 are drawn, with one added to both counts. 1 when nothing differs.
 */
export function signFlipP(differences: readonly number[], random: () => number): number {
  const sizes = differences.map(Math.abs).filter((size) => size > 1e-12)
  const [first = 0] = sizes
  if (sizes.every((size) => Math.abs(size - first) < 1e-12)) {
    const won = differences.filter((value) => value > 1e-12).length
    return mcNemarExact(sizes.length - won, won)
  }
  const seen = Math.abs(differences.reduce((sum, value) => sum + value, 0)) - 1e-9
  const isInFull = sizes.length <= MOST_IN_FULL
  const ways = isInFull ? 2 ** sizes.length : FLIPS
  let atLeast = 0
  for (let way = 0; way < ways; way++) {
    let sum = 0
    for (let i = 0; i < sizes.length; i++) {
      const isUp = isInFull ? ((way >> i) & 1) === 1 : random() < 0.5
      sum += isUp ? (sizes[i] as number) : -(sizes[i] as number)
    }
    if (Math.abs(sum) >= seen) atLeast++
  }
  return isInFull ? atLeast / ways : (atLeast + 1) / (ways + 1)
}
