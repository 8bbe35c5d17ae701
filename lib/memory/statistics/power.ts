import { normalCdf, normalQuantile } from './distributions.ts'

interface PairedDesign {
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

/** Chance that the McNemar test sees the difference with n pairs (normal approximation, the inverse of `requiredPairs`). */
function pairedPower({ difference, discordance }: PairedDesign, n: number, alpha: number): number {
  const spread = Math.sqrt(discordance - difference ** 2)
  if (spread === 0) return difference === 0 ? alpha : 1
  const z =
    (Math.abs(difference) * Math.sqrt(n) - normalQuantile(1 - alpha / 2) * Math.sqrt(discordance)) / spread
  return normalCdf(z)
}

/** The smallest gain that n pairs can settle with 80 % power at 5 %, 0..1; null when none below the discordance can. */
export function smallestDetectable(n: number, discordance: number): number | null {
  const [alpha, power] = [0.05, 0.8]
  if (discordance <= 0 || n < 1) return null
  if (pairedPower({ difference: discordance, discordance }, n, alpha) < power) return null
  let [low, high] = [0, discordance]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (pairedPower({ difference: middle, discordance }, n, alpha) < power) low = middle
    else high = middle
  }
  return high
}
