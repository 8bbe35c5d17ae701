import { compareOutcomes, type OutcomesCompared } from '../../statistics/compare.ts'
import { bootstrapInterval, createRandom, type Interval, mean } from '../../statistics.ts'
import { DENSITIES } from '../densities.ts'
import { analyseCurve, type Curve } from '../ladder/curve.ts'

// Types and arithmetic only: a page imports it.

/** What came of one recorded episode. */
export interface RecordedEpisode {
  name: string
  arm: string
  seed: number
  /** Place in the stream, from 0. */
  position: number
  task: string
  group: string | null
  resolved: boolean
  reason: string
  steps: number
  /** Lessons that its memory could give when it began; null without a memory. */
  density: number | null
  /** Whether it was given anything. */
  isTreated: boolean
  /** Sum, US dollars; null = not known. */
  costUsd: number | null
}

export interface ExperimentTerms {
  name: string
  frozenAt: string
  planSha256: string
  model: string | null
  with: string
  arms: string[]
  seeds: number
  tasks: number
  block: number
  steps: number
  primary: { arm: string; base: string } | null
}

/** Its interval is the planned one, by bootstrap over tasks. */
type PlannedComparison = {
  arm: string
  base: string
  pairs: number
  /** Newcombe's interval of the paired difference, points; null where there are several seeds. */
  newcombe: { low: number; high: number } | null
}

/** Percentage points, 95 % by bootstrap over tasks. */
type Difference = { pairs: number; gainPp: number; low: number; high: number }

/** `from`: the fewest lessons of the bin. */
type Bin = { from: number; name: string; n: number; gainPp: number | null; interval: Interval | null }

export interface ExperimentReport {
  terms: ExperimentTerms
  episodes: RecordedEpisode[]
  /** Each arm; its gain over no memory, and what the planned arm gains over it, over the same tasks and seeds. */
  arms: {
    arm: string
    n: number
    resolved: number
    steps: number | null
    overVanilla: Difference | null
    less: Difference | null
  }[]
  /** The comparison that was planned; null without one, or without a pair. */
  primary: (OutcomesCompared & PlannedComparison) | null
  /** By lessons at hand when the episode of the arm began. */
  density: Bin[]
  /** Net solved, arm less base, after each place of the stream, mean over seeds; null without a pair. */
  stream: Curve | null
  /** Of the arm: those that were given something, against their twins. */
  treated: { n: number; gainPp: number | null }
}

/** What every arm is held against. */
const BASE = 'vanilla'
/** Of every interval here. */
export const EXPERIMENT_SEED = 7
const RESAMPLES = 4_000

/** A recorded experiment: every episode of the planned arm against its twin of the same task and seed. */
export function reportExperiment(
  terms: ExperimentTerms,
  episodes: readonly RecordedEpisode[],
): ExperimentReport {
  const { primary: planned } = terms
  const pairs = planned ? pairsOf(episodes, planned) : []
  const arms = [...new Set([...terms.arms, ...episodes.map(({ arm }) => arm)])].map((arm) => {
    const own = episodes.filter((one) => one.arm === arm)
    return {
      ...{ arm, n: own.length, resolved: own.filter((one) => one.resolved).length },
      steps: mean(own.map(({ steps }) => steps)),
      overVanilla: arm === BASE ? null : differenceOf(episodes, { arm, base: BASE }),
      less: planned && arm !== planned.arm ? differenceOf(episodes, { arm: planned.arm, base: arm }) : null,
    }
  })
  const differences = (some: readonly Pair[]) =>
    some.map(({ arm, base }) => Number(arm.resolved) - Number(base.resolved))
  const gainOf = (some: readonly Pair[]) => (some.length === 0 ? null : 100 * (mean(differences(some)) ?? 0))
  const treated = pairs.filter(({ arm }) => arm.isTreated)
  return {
    ...{ terms, arms, episodes: [...episodes] },
    primary: planned && compared(pairs, planned),
    density: DENSITIES.flatMap((from, i): Bin[] => {
      const upto = DENSITIES[i + 1] ?? Number.POSITIVE_INFINITY
      const own = pairs.filter(({ arm }) => arm.density !== null && arm.density >= from && arm.density < upto)
      if (own.length === 0) return []
      const drawn = bootstrapInterval(differences(own), {
        random: createRandom(EXPERIMENT_SEED),
        resamples: RESAMPLES,
      })
      const interval = drawn && { ...drawn, low: 100 * drawn.low, high: 100 * drawn.high }
      const name =
        from === 0 ? '0' : upto === Number.POSITIVE_INFINITY ? `${from} and more` : `${from} to ${upto - 1}`
      return [{ from, name, n: own.length, gainPp: gainOf(own), interval }]
    }),
    stream: streamOf(pairs),
    treated: { n: treated.length, gainPp: gainOf(treated) },
  }
}

type Pair = { arm: RecordedEpisode; base: RecordedEpisode }

function pairsOf(episodes: readonly RecordedEpisode[], { arm, base }: { arm: string; base: string }): Pair[] {
  const keyOf = ({ seed, task }: RecordedEpisode) => `${seed} ${task}`
  const twins = new Map(episodes.filter((one) => one.arm === base).map((one) => [keyOf(one), one]))
  return episodes.flatMap((one) => {
    const twin = one.arm === arm ? twins.get(keyOf(one)) : undefined
    return twin ? [{ arm: one, base: twin }] : []
  })
}

function compared(
  pairs: readonly Pair[],
  { arm, base }: { arm: string; base: string },
): ExperimentReport['primary'] {
  const seeds = [...new Set(pairs.map((pair) => pair.arm.seed))]
  const runsOf = (side: keyof Pair) =>
    seeds.map(
      (seed) =>
        new Map(
          pairs
            .filter((pair) => pair.arm.seed === seed)
            .map((pair) => [pair[side].task, pair[side].resolved]),
        ),
    )
  // Each task stands for itself: tasks of one repository have other rules.
  const outcomes = compareOutcomes(runsOf('arm'), runsOf('base'), {
    seed: EXPERIMENT_SEED,
    repository: (task) => task,
  })
  if (outcomes === null) return null
  const { low, high } = outcomes.clustered ?? outcomes
  const newcombe = seeds.length === 1 ? { low: outcomes.low, high: outcomes.high } : null
  return { ...outcomes, low, high, arm, base, pairs: pairs.length, newcombe }
}

function differenceOf(
  episodes: readonly RecordedEpisode[],
  planned: { arm: string; base: string },
): Difference | null {
  const outcomes = compared(pairsOf(episodes, planned), planned)
  return (
    outcomes && { pairs: outcomes.pairs, gainPp: outcomes.gainPp, low: outcomes.low, high: outcomes.high }
  )
}

/** A draw a seed, a cluster a task: a task's difference counts from its place on. */
function streamOf(pairs: readonly Pair[]): Curve | null {
  const seeds = [...new Set(pairs.map(({ arm }) => arm.seed))]
  const clusters = [...new Set(pairs.map(({ arm }) => arm.task))]
  const last = Math.max(-1, ...pairs.map(({ arm }) => arm.position))
  const points = Array.from({ length: last + 1 }, (_, i) => i + 1)
  const table = (value: (pair: Pair) => number) =>
    seeds.map((seed) =>
      clusters.map((task) => {
        const pair = pairs.find(({ arm }) => arm.seed === seed && arm.task === task)
        return points.map((place) => (pair && pair.arm.position < place ? value(pair) : 0))
      }),
    )
  const sums = table(({ arm, base }) => Number(arm.resolved) - Number(base.resolved))
  return analyseCurve(
    { points, sums, counts: table(() => 1), clusters },
    { unit: 'instances', random: createRandom(EXPERIMENT_SEED) },
  )
}
