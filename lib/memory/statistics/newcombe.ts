import type { Interval } from '../statistics.ts'
import type { Flips } from './flips.ts'
import { wilsonInterval } from './proportion.ts'

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
