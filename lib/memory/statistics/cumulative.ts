import { quantile } from '../statistics.ts'

/**
 * One instance of a stream: what the arm did and what its vanilla twins did on the same instance (one outcome a run, 1 or more).
 * A missing run is left out of `twins`; an instance without the arm or without a twin is a gap.
 */
export interface StreamStep {
  arm: boolean | null
  twins: readonly boolean[]
}

/** Arm minus mean of its twins, −1..1; null where one of them is missing. */
export function stepDifference({ arm, twins }: StreamStep): number | null {
  if (arm === null || twins.length === 0) return null
  return Number(arm) - twins.filter(Boolean).length / twins.length
}

/** Cumulative net resolved G(n) = Σ (arm − mean of twins), in instances; null where the instance is a gap, the sum goes on after it. */
export function cumulativeGain(steps: readonly StreamStep[]): (number | null)[] {
  let sum = 0
  return steps.map((step) => {
    const difference = stepDifference(step)
    if (difference === null) return null
    sum += difference
    return sum
  })
}

export interface NoEffectBand {
  /** Half width at each position, instances; the band is ±this. */
  reach: number[]
  /** Times the standard deviation at each position, so that the whole curve stays inside `level` of the time. */
  factor: number
  level: number
  draws: number
  /** Share of no-effect curves that leave the band or go at least as far out as the one seen, with one added to both counts. */
  p: number
}

/**
 * Simultaneous band of the cumulative curve when memory does nothing (ours: permutation after Fisher 1935, maximum statistic after
 * Westfall and Young 1993): on each instance it is dealt anew which of the outcomes (arm, twins) is called the arm. Equal width in
 * units of the standard deviation; 95 % of whole curves stay inside.
 */
export function noEffectBand(
  steps: readonly StreamStep[],
  { random, draws = 2_000, level = 0.95 }: { random: () => number; draws?: number; level?: number },
): NoEffectBand {
  const deal = dealer(steps, random)
  const sds = deal.sds
  const worst = (path: ArrayLike<number>) => {
    let most = 0
    for (let i = 0; i < sds.length; i++) {
      const sd = sds[i] ?? 0
      if (sd > 0) most = Math.max(most, Math.abs(path[i] ?? 0) / sd)
    }
    return most
  }
  const seen = worst(deal.seen)
  const path = new Float64Array(sds.length)
  const worsts = Float64Array.from({ length: draws }, () => {
    deal.draw(path)
    return worst(path)
  }).sort()
  const factor = quantile(worsts, level) ?? 0
  const beyond = worsts.filter((value) => value >= seen - 1e-9).length
  return { reach: sds.map((sd) => factor * sd), factor, level, draws, p: (beyond + 1) / (draws + 1) }
}

export interface Dip {
  /** How far the curve fell below 0 at its lowest, instances, ≥ 0. */
  depth: number
  /** Position of the lowest point, 1 = after the first instance; null when it never falls below 0. */
  deepestAt: number | null
  /** First position from which on the curve stands at 0 or above and does not fall below again: 0 when it never did, null while it is below at the end. */
  breakEvenAt: number | null
  /** Positions from the last 0 before the lowest point to the next time the curve is at 0 or above; null when it never is, or without a dip. */
  length: number | null
}

/** The cold start of a curve, as it is: no smoothing. `curve` as `cumulativeGain` gives it. */
export function dipOf(curve: readonly (number | null)[]): Dip {
  let [depth, deepestAt, below] = [0, null as number | null, 0]
  curve.forEach((value, i) => {
    if (value === null) return
    if (-value > depth + 1e-9) [depth, deepestAt] = [-value, i + 1]
    if (value < -1e-9) below = i + 1
  })
  const known = curve.length
  const isBelowAtTheEnd = below > 0 && below === lastKnown(curve)
  if (deepestAt === null) return { depth: 0, deepestAt, breakEvenAt: 0, length: null }
  const breakEvenAt = isBelowAtTheEnd ? null : curve.findIndex((value, i) => i >= below && value !== null) + 1
  const isUp = (place: number) => place > 0 && (curve[place - 1] ?? -1) >= -1e-9
  let from = deepestAt
  while (from > 0 && !isUp(from)) from--
  let to = deepestAt
  while (to <= known && !(curve[to - 1] !== null && isUp(to))) to++
  return { depth, deepestAt, breakEvenAt, length: to > known ? null : to - from }
}

function lastKnown(curve: readonly (number | null)[]): number {
  return curve.findLastIndex((value) => value !== null) + 1
}

export interface DipTest extends Dip {
  /** Chance of a dip at least this deep somewhere on the curve when memory does nothing, one-sided, one added to both counts. */
  chanceUnderNoEffect: number
  /** The depth that 5 % of no-effect curves reach: a shallower dip cannot be told from none. */
  tellableDepth: number
  draws: number
}

/** Is the dip news? The same dealing as `noEffectBand`, with the lowest point as the statistic. */
export function testDip(
  steps: readonly StreamStep[],
  { random, draws = 2_000 }: { random: () => number; draws?: number },
): DipTest {
  const deal = dealer(steps, random)
  const dip = dipOf(cumulativeGain(steps))
  const path = new Float64Array(deal.sds.length)
  const depths = Float64Array.from({ length: draws }, () => {
    deal.draw(path)
    return path.reduce((lowest, value) => Math.max(lowest, -value), 0)
  }).sort()
  const atLeast = depths.filter((depth) => depth >= dip.depth - 1e-9).length
  return {
    ...dip,
    chanceUnderNoEffect: (atLeast + 1) / (draws + 1),
    tellableDepth: quantile(depths, 0.95) ?? 0,
    draws,
  }
}

/** Deals the outcomes of each known instance anew; gaps add nothing. */
function dealer(steps: readonly StreamStep[], random: () => number) {
  const known = steps.map(({ arm, twins }) => {
    if (arm === null || twins.length === 0) return null
    const solved = Number(arm) + twins.filter(Boolean).length
    const size = twins.length + 1
    // Called the arm, a solved outcome leaves solved − 1 among the twins; a failed one leaves all of them.
    return {
      chance: solved / size,
      win: 1 - (solved - 1) / twins.length,
      loss: -solved / twins.length,
      seen: Number(arm),
    }
  })
  let variance = 0
  let sum = 0
  const sds: number[] = []
  const seen: number[] = []
  for (const step of known) {
    if (step) {
      variance += step.chance * step.win ** 2 + (1 - step.chance) * step.loss ** 2
      sum += step.seen === 1 ? step.win : step.loss
    }
    sds.push(Math.sqrt(variance))
    seen.push(sum)
  }
  return {
    sds,
    seen,
    draw(path: Float64Array) {
      let total = 0
      for (let i = 0; i < known.length; i++) {
        const step = known[i]
        if (step && step.win - step.loss > 0 && step.chance > 0 && step.chance < 1)
          total += random() < step.chance ? step.win : step.loss
        path[i] = total
      }
    },
  }
}
