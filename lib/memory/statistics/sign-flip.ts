import { mcNemarExact } from './mcnemar.ts'

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
