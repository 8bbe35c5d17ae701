import { shuffled } from '../statistics.ts'

export interface Tier {
  name: string
  n: number
  /** Mean of variant − base over the tier, −1..1. */
  difference: number
}

/**
 * Does the effect differ between tiers? Permutation test (Fisher 1935; statistic: between-tier sum of squares): tier names are
 * dealt anew over the instances, the differences stay. One difference (−1, 0, 1 or a mean of runs) and one tier an instance.
 * Two-sided by nature; p null with fewer than two tiers.
 */
export function tierInteraction(
  differences: readonly number[],
  tiers: readonly string[],
  { random, draws = 10_000 }: { random: () => number; draws?: number },
): { tiers: Tier[]; p: number | null } {
  if (differences.length !== tiers.length)
    throw new RangeError(`${differences.length} differences in ${tiers.length} tiers`)
  const names = [...new Set(tiers)]
  const place = new Map(names.map((name, i) => [name, i]))
  const tierOf = tiers.map((tier) => place.get(tier) ?? 0)
  const { sums, counts } = sumsBy(differences, tierOf, names.length)
  const found = names.map((name, i) => ({
    name,
    n: counts[i] ?? 0,
    difference: (sums[i] ?? 0) / (counts[i] ?? 1),
  }))
  if (names.length < 2) return { tiers: found, p: null }
  const spread = (values: readonly number[]) => {
    const dealt = sumsBy(values, tierOf, names.length)
    return dealt.sums.reduce((sum, value, i) => sum + value ** 2 / (dealt.counts[i] ?? 1), 0)
  }
  const seen = spread(differences)
  let atLeast = 0
  for (let draw = 0; draw < draws; draw++) if (spread(shuffled(differences, random)) >= seen - 1e-9) atLeast++
  return { tiers: found, p: (atLeast + 1) / (draws + 1) }
}

function sumsBy(values: readonly number[], groups: readonly number[], count: number) {
  const sums = Array.from({ length: count }, () => 0)
  const counts = Array.from({ length: count }, () => 0)
  values.forEach((value, i) => {
    const group = groups[i] ?? 0
    sums[group] = (sums[group] ?? 0) + value
    counts[group] = (counts[group] ?? 0) + 1
  })
  return { sums, counts }
}
