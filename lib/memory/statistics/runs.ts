import { type Interval, mean } from '../statistics.ts'
import { studentCdf, studentQuantile } from './distributions.ts'

/** Sample standard deviation (n − 1 below); null below two values. */
export function sampleSd(values: readonly number[]): number | null {
  const middle = mean(values)
  if (middle === null || values.length < 2) return null
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

export interface PassAtOne {
  /** Mean share resolved over the runs, 0..1. */
  mean: number
  /** Sample sd over the runs, 0..1; null for one run. */
  sd: number | null
  /** Student's interval of the mean over runs, 95 %, within 0..1; speaks of order and sampling only, not of other tasks. Null for one run. */
  interval: Interval | null
  runs: number
}

/** Pass@1 over runs (Chen et al. 2021 for the word; here as the paper reports it: mean ± sample sd). `shares` one a run, 0..1; null without runs. */
export function passAtOne(shares: readonly number[]): PassAtOne | null {
  const middle = mean(shares)
  if (middle === null) return null
  const sd = sampleSd(shares)
  if (sd === null) return { mean: middle, sd, interval: null, runs: shares.length }
  const reach = (studentQuantile(0.975, shares.length - 1) * sd) / Math.sqrt(shares.length)
  const interval = { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) }
  return { mean: middle, sd, interval, runs: shares.length }
}

/**
 * The best single run and the union of all runs, in instances: different objects (Best@k is not pass@k). `runs` hold one
 * outcome an instance in the same order. Null without runs.
 */
export function bestAndUnion(runs: readonly (readonly boolean[])[]): { best: number; union: number } | null {
  const [first] = runs
  if (!first) return null
  if (runs.some((run) => run.length !== first.length)) throw new RangeError('runs of different instances')
  const solved = (run: readonly boolean[]) => run.filter(Boolean).length
  return {
    best: Math.max(...runs.map(solved)),
    union: first.filter((_, i) => runs.some((run) => run[i])).length,
  }
}

export interface WelchTest {
  /** Mean of a − mean of b, in the unit of the values. */
  difference: number
  t: number
  df: number
  /** Two-sided. */
  p: number
}

/** Welch's t test (Welch 1947) of two sets of runs; null below two runs on a side or without any spread. */
export function welch(a: readonly number[], b: readonly number[]): WelchTest | null {
  const [sdA, sdB] = [sampleSd(a), sampleSd(b)]
  if (sdA === null || sdB === null) return null
  const [vA, vB] = [sdA ** 2 / a.length, sdB ** 2 / b.length]
  if (vA + vB === 0) return null
  const difference = (mean(a) ?? 0) - (mean(b) ?? 0)
  const t = difference / Math.sqrt(vA + vB)
  const df = (vA + vB) ** 2 / (vA ** 2 / (a.length - 1) + vB ** 2 / (b.length - 1))
  return { difference, t, df, p: Math.min(1, 2 * studentCdf(-Math.abs(t), df)) }
}

/** Splits tried at most, in full: 12 + 12 runs are 2.7 million. */
const MOST_SPLITS = 3_000_000

/**
 * Exact permutation test over runs (Fisher 1935): share of all ways to call `a.length` of the runs "a" whose difference of
 * means is at least as large. Two-sided; 3 against 3 runs cannot go below 0.1, and says so by its value. Null without runs on a side.
 */
export function permutationOverRuns(a: readonly number[], b: readonly number[]): number | null {
  if (a.length === 0 || b.length === 0) return null
  const all = [...a, ...b]
  const total = all.reduce((sum, value) => sum + value, 0)
  const differenceOf = (sum: number) => Math.abs(sum / a.length - (total - sum) / b.length)
  const seen = differenceOf(a.reduce((sum, value) => sum + value, 0))
  let [splits, atLeast] = [0, 0]
  const choose = (from: number, left: number, sum: number) => {
    if (left === 0) {
      if (++splits > MOST_SPLITS)
        throw new RangeError(`more than ${MOST_SPLITS} ways to split ${all.length} runs`)
      if (differenceOf(sum) >= seen - 1e-12) atLeast++
      return
    }
    for (let i = from; i <= all.length - left; i++) choose(i + 1, left - 1, sum + (all[i] ?? 0))
  }
  choose(0, a.length, 0)
  return atLeast / splits
}
