import type { Flips } from './flips.ts'
import { mcNemarExact } from './mcnemar.ts'
import { newcombePaired } from './newcombe.ts'

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
