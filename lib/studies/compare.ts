import {
  bootstrapInterval,
  createRandom,
  holm,
  mean,
  type PairedDifference,
  pairedBootstrap,
  seedFrom,
} from '../memory/statistics.ts'

/** How intervals are drawn: units of one cluster together, the numbers of each name from the seed. */
export type Drawing = { seed: number; resamples: number; clusters: readonly string[] }

/** A mean over units with its 95 % bootstrap interval; null below two clusters, or where nothing differs. */
export type Estimate = { n: number; mean: number | null; ci: [low: number, high: number] | null }

/** The mean of a figure. Each name draws its own numbers, so that what else is measured changes nothing. */
export function estimate(name: string, values: readonly number[], { seed, ...drawing }: Drawing): Estimate {
  const random = createRandom(seedFrom(name, seed))
  const interval = bootstrapInterval(values, { random, ...drawing })
  return { n: values.length, mean: mean(values), ci: interval && [interval.low, interval.high] }
}

/** Two arms over the same units: mean of a − b with its 95 % paired interval, and on how many units each is ahead. */
export type ArmDifference = PairedDifference & { aheadCount: number; behindCount: number }

/** Null below two clusters. `a` and `b` hold one value a unit, in the same order. */
export function compareArms(
  name: string,
  a: readonly number[],
  b: readonly number[],
  { seed, ...drawing }: Drawing,
): ArmDifference | null {
  const compared = pairedBootstrap(a, b, { random: createRandom(seedFrom(name, seed)), ...drawing })
  if (!compared) return null
  const signs = a.map((value, i) => Math.sign(value - (b[i] ?? 0)))
  const count = (wanted: number) => signs.filter((sign) => sign === wanted).length
  return { ...compared, aheadCount: count(1), behindCount: count(-1) }
}

/** Comparisons with their p values adjusted by Holm, the declared one apart: it was decided before looking. */
export function withHolm<Row extends { primary: boolean; p: number; pHolm: number | null }>(
  rows: readonly Row[],
): Row[] {
  const adjusted = holm(rows.filter(({ primary }) => !primary).map(({ p }) => p))
  let next = 0
  return rows.map((row) => (row.primary ? row : { ...row, pHolm: adjusted[next++] ?? null }))
}
