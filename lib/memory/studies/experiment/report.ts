import { compareOutcomes, type OutcomesCompared } from '../../statistics/compare.ts'
import { bootstrapInterval, createRandom, type Interval, mean } from '../../statistics.ts'

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

type Bin = { name: string; n: number; gainPp: number | null; interval: Interval | null }

export interface ExperimentReport {
  terms: ExperimentTerms
  episodes: RecordedEpisode[]
  arms: { arm: string; n: number; resolved: number; steps: number | null }[]
  /** The comparison that was planned; null without one, or without a pair. */
  primary: (OutcomesCompared & PlannedComparison) | null
  /** By lessons at hand when the episode of the arm began. */
  density: Bin[]
  /** Net solved, arm less base, after each place of the stream; mean over the seeds that have it. */
  stream: { position: number; net: number }[]
  /** Of the arm: those that were given something, against their twins. */
  treated: { n: number; gainPp: number | null }
}

/** Lower ends of the bins of density. Ours. */
const BINS = [0, 1, 10, 25, 50, 100] as const
const SEED = 7
const RESAMPLES = 4_000

/** A recorded experiment: every episode of the planned arm against its twin of the same task and seed. */
export function reportExperiment(
  terms: ExperimentTerms,
  episodes: readonly RecordedEpisode[],
): ExperimentReport {
  const arms = terms.arms.map((arm) => {
    const own = episodes.filter((one) => one.arm === arm)
    const resolved = own.filter((one) => one.resolved).length
    return { arm, n: own.length, resolved, steps: mean(own.map(({ steps }) => steps)) }
  })
  const { primary: planned } = terms
  const pairs = planned ? pairsOf(episodes, planned) : []
  const differences = (some: readonly Pair[]) =>
    some.map(({ arm, base }) => Number(arm.resolved) - Number(base.resolved))
  const gainOf = (some: readonly Pair[]) => (some.length === 0 ? null : 100 * (mean(differences(some)) ?? 0))
  const treated = pairs.filter(({ arm }) => arm.isTreated)
  return {
    ...{ terms, arms, episodes: [...episodes] },
    primary: planned && compared(pairs, planned),
    density: BINS.flatMap((from, i): Bin[] => {
      const upto = BINS[i + 1] ?? Number.POSITIVE_INFINITY
      const own = pairs.filter(({ arm }) => arm.density !== null && arm.density >= from && arm.density < upto)
      if (own.length === 0) return []
      const drawn = bootstrapInterval(differences(own), { random: createRandom(SEED), resamples: RESAMPLES })
      const interval = drawn && { ...drawn, low: 100 * drawn.low, high: 100 * drawn.high }
      const name =
        from === 0 ? '0' : upto === Number.POSITIVE_INFINITY ? `${from} and more` : `${from} to ${upto - 1}`
      return [{ name, n: own.length, gainPp: gainOf(own), interval }]
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
  const outcomes = compareOutcomes(runsOf('arm'), runsOf('base'), { seed: SEED, repository: (task) => task })
  if (outcomes === null) return null
  const { low, high } = outcomes.clustered ?? outcomes
  const newcombe = seeds.length === 1 ? { low: outcomes.low, high: outcomes.high } : null
  return { ...outcomes, low, high, arm, base, pairs: pairs.length, newcombe }
}

function streamOf(pairs: readonly Pair[]): ExperimentReport['stream'] {
  const seeds = new Set(pairs.map(({ arm }) => arm.seed)).size
  const last = Math.max(-1, ...pairs.map(({ arm }) => arm.position))
  let net = 0
  return Array.from({ length: last + 1 }, (_, position) => {
    for (const { arm, base } of pairs)
      if (arm.position === position) net += Number(arm.resolved) - Number(base.resolved)
    return { position, net: net / Math.max(1, seeds) }
  })
}
