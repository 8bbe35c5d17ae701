import { normalQuantile } from './distributions.ts'

export interface PairedDesign {
  /** True difference of the shares, 0..1, either sign. */
  difference: number
  /** Share of instances on which the two arms disagree, 0..1; at least |difference|. */
  discordance: number
}

/**
 * Pairs that a McNemar test needs (Connor 1987): `(z_{1−α/2}·√ψ + z_{power}·√(ψ − δ²))² / δ²`, rounded up.
 * Null when no n is enough (difference 0) or the design is impossible.
 */
export function requiredPairs(
  { difference, discordance }: PairedDesign,
  { alpha = 0.05, power = 0.8 } = {},
): number | null {
  if (difference === 0 || discordance < Math.abs(difference) || discordance > 1) return null
  const [za, zb] = [normalQuantile(1 - alpha / 2), normalQuantile(power)]
  const reach = za * Math.sqrt(discordance) + zb * Math.sqrt(discordance - difference ** 2)
  return Math.ceil(reach ** 2 / difference ** 2)
}
