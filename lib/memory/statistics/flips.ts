import type { Interval } from '../statistics.ts'
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
