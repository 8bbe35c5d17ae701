import { countFlips } from './paired.ts'

export interface NoiseFloor {
  reruns: number
  /** Pairs of reruns compared. */
  pairs: number
  /** Instances that all reruns share. */
  n: number
  /** Mean share of instances on which two runs of the same arm disagree, 0..1. */
  disagreementShare: number
  /** Largest net difference between two of them, percentage points. */
  largestNetPp: number
  /** 95 % of the time two runs of the same arm differ by less than this, percentage points: 1.96·√(disagreement ÷ n)·100. */
  floorPp: number
}

/**
 * What the same arm differs from itself by (ours, after the no-change reruns of the evaluation plan). `runs` hold one outcome an
 * instance, in one order. Null below two runs or without instances.
 */
export function noiseFloor(runs: readonly (readonly boolean[])[]): NoiseFloor | null {
  const n = runs[0]?.length ?? 0
  if (runs.length < 2 || n === 0) return null
  if (runs.some((run) => run.length !== n)) throw new RangeError('runs of different instances')
  let [pairs, disagreed, largest] = [0, 0, 0]
  for (const [i, a] of runs.entries()) {
    for (const b of runs.slice(i + 1)) {
      const flips = countFlips(a.map((base, k) => ({ base, variant: b[k] ?? false })))
      pairs++
      disagreed += flips.onlyBase + flips.onlyVariant
      largest = Math.max(largest, Math.abs(flips.onlyVariant - flips.onlyBase))
    }
  }
  const disagreementShare = disagreed / pairs / n
  return {
    reruns: runs.length,
    pairs,
    n,
    disagreementShare,
    largestNetPp: (100 * largest) / n,
    floorPp: 196 * Math.sqrt(disagreementShare / n),
  }
}
