import { binomialProbability } from '../statistics/distributions.ts'
import { mcNemarOfNet } from '../statistics/mcnemar.ts'
import { cumulativeBuckets } from './derived.ts'
import { BUCKETS } from './figures.ts'

/**
 * The discordant pairs that the slider offers; the paper reports none. Even, because the net of 20 is; from 50, because the last fifth
 * has a net of 10.
 */
export const DISCORDANCE = { from: 50, to: 200, step: 2, start: 70 } as const

export interface NoEffectEnvelope {
  discordant: number
  /** Half width after each bucket, instances: 95 % of whole curves stay inside when memory does nothing. */
  reach: number[]
  /** Chance that some bucket end lies at or below the lowest one seen, when memory does nothing. */
  dipChance: number
  /** Exact McNemar p of the net over the whole stream; null where the discordance cannot give it. */
  p: number | null
}

/**
 * What Figure 3 would look like if memory did nothing and `discordant` instances flipped, as many in each bucket (ours: an
 * assumption, and why the slider is there). Exact: the chances of all walks over the five bucket ends are added up.
 */
export function noEffectEnvelope(discordant: number): NoEffectEnvelope {
  const sizes = BUCKETS.map((_, i) => share(discordant, i + 1) - share(discordant, i))
  const ends = sizes.map((_, i) => share(discordant, i + 1))
  const curve = cumulativeBuckets()
  const lowest = Math.min(0, ...curve.map(({ net }) => net))
  const factor = leastFactor(sizes, ends)
  return {
    discordant,
    reach: ends.map((end) => factor * Math.sqrt(end)),
    dipChance: 1 - insideChance(sizes, () => [lowest + 1, Number.POSITIVE_INFINITY]),
    p: mcNemarOfNet(curve.at(-1)?.net ?? 0, discordant),
  }
}

function share(discordant: number, buckets: number): number {
  return Math.round((discordant * buckets) / BUCKETS.length)
}

/** The smallest multiple of the standard deviation inside which 95 % of whole curves stay. */
function leastFactor(sizes: number[], ends: number[]): number {
  let [low, high] = [0, 10]
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    const reach = ends.map((end) => middle * Math.sqrt(end) + 1e-9)
    if (insideChance(sizes, (bucket) => [-(reach[bucket] ?? 0), reach[bucket] ?? 0]) < 0.95) low = middle
    else high = middle
  }
  return high
}

/** Chance that a walk of fair ±1 steps is within the limits at every bucket end. */
function insideChance(sizes: number[], limits: (bucket: number) => [number, number]): number {
  let chances = new Map([[0, 1]])
  sizes.forEach((size, bucket) => {
    const [low, high] = limits(bucket)
    const steps = Array.from({ length: size + 1 }, (_, up) => binomialProbability(up, size, 0.5))
    const next = new Map<number, number>()
    for (const [at, chance] of chances)
      steps.forEach((stepChance, up) => {
        const place = at + 2 * up - size
        if (place >= low && place <= high) next.set(place, (next.get(place) ?? 0) + chance * stepChance)
      })
    chances = next
  })
  return [...chances.values()].reduce((sum, chance) => sum + chance, 0)
}
