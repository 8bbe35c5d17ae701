import { type Comparison, compareRuns } from '../../statistics/compare.ts'
import { type Tier, tierInteraction } from '../../statistics/interaction.ts'
import { createRandom, quantile } from '../../statistics.ts'
import { type ExperimentRun, knownOutcomes, meanCosts, repositoriesOf, runWords, settingOf } from './run.ts'

/** Cost of a variant over its base, and what an instance more costs. */
interface ExtraCost {
  /** Instances both runs solved or not, with a cost on both sides. */
  n: number
  baseUsd: number
  variantUsd: number
  netResolved: number
  /** US dollars per additional instance solved; null where none is. */
  perSolveUsd: number | null
}

/** Gain by tiers of difficulty: the steps that the base took. */
interface TierView {
  /** The run whose steps cut the tiers. */
  by: string
  /** Most steps of the first and of the second tier. */
  cuts: [number, number]
  tiers: Tier[]
  p: number | null
}

/** One instance that only one of the two resolved. */
interface Flip {
  instanceId: string
  gained: boolean
  /** Stored episodes in which it can be read, one that ended each way; null where they are not stored. */
  episodes: { base: string; variant: string } | null
}

export interface TwoRuns {
  base: string
  variant: string
  /** Empty: the arms alone differ, so the difference is one of memory. */
  differs: ('model' | 'agent' | 'version')[]
  comparison: Comparison
  flips: Flip[]
  /** Flips both ways by repository, most first. */
  repositories: { name: string; n: number; gained: number; lost: number }[]
  cost: ExtraCost | null
  tiers: TierView | null
}

/** Two runs over the instances that both know; null without a common instance. `others` serve as reruns of the base. */
export function compareTwo(
  base: ExperimentRun,
  variant: ExperimentRun,
  others: readonly ExperimentRun[],
  seed = 1,
): TwoRuns | null {
  const [a, b] = [knownOutcomes(base), knownOutcomes(variant)]
  const isRerun = (one: ExperimentRun) =>
    one.arm === base.arm && settingOf(one) === settingOf(base) && one.id !== base.id && one.id !== variant.id
  const repository = repositoriesOf(base)
  const comparison = compareRuns(a, b, {
    seed,
    repository,
    reruns: others.filter(isRerun).map(knownOutcomes),
  })
  if (comparison === null) return null
  const common = [...a.keys()].filter((id) => b.has(id)).sort()
  const flips = common
    .filter((id) => a.get(id) !== b.get(id))
    .map((instanceId) => ({ instanceId, gained: b.get(instanceId) === true, episodes: null }))
  return {
    base: runWords(base),
    variant: runWords(variant),
    differs: [
      ...(base.backbone === variant.backbone ? [] : ['model' as const]),
      ...(base.scaffold === variant.scaffold ? [] : ['agent' as const]),
      ...(base.version === variant.version ? [] : ['version' as const]),
    ],
    comparison,
    flips,
    repositories: byRepository(common, flips, repository),
    cost: extraCost(base, variant, {
      common,
      gainOf: (id) => Number(b.get(id)) - Number(a.get(id)),
    }),
    tiers: tiersOf(common, base, b, seed),
  }
}

function byRepository(
  common: readonly string[],
  flips: readonly Flip[],
  repositoryOf: (instanceId: string) => string,
): TwoRuns['repositories'] {
  const rows = new Map<string, { name: string; n: number; gained: number; lost: number }>()
  for (const id of common) {
    const name = repositoryOf(id)
    const row = rows.get(name) ?? { name, n: 0, gained: 0, lost: 0 }
    rows.set(name, { ...row, n: row.n + 1 })
  }
  for (const { instanceId, gained } of flips) {
    const row = rows.get(repositoryOf(instanceId))
    if (row) row[gained ? 'gained' : 'lost']++
  }
  return [...rows.values()].sort(
    (x, y) => y.gained + y.lost - x.gained - x.lost || (x.name < y.name ? -1 : 1),
  )
}

/** Over the instances that both know, with a cost on both sides. */
function extraCost(
  base: ExperimentRun,
  variant: ExperimentRun,
  outcomes: { common: readonly string[]; gainOf: (id: string) => number },
): ExtraCost | null {
  const [before, after] = [meanCosts([base]), meanCosts([variant])]
  const both = outcomes.common.filter((id) => before.has(id) && after.has(id))
  if (both.length === 0) return null
  const sum = (of: (id: string) => number) => both.reduce((total, id) => total + of(id), 0)
  const [baseUsd, variantUsd] = [sum((id) => before.get(id) ?? 0), sum((id) => after.get(id) ?? 0)]
  const netResolved = sum(outcomes.gainOf)
  const perSolveUsd = netResolved > 0 ? (variantUsd - baseUsd) / netResolved : null
  return { n: both.length, baseUsd, variantUsd, netResolved, perSolveUsd }
}

/** Thirds by the steps that the base took, as in the paper; null where it names them for less than nine in ten. */
function tiersOf(
  common: readonly string[],
  base: ExperimentRun,
  variant: ReadonlyMap<string, boolean>,
  seed: number,
): TierView | null {
  const stepsOf = new Map(base.results.map(({ instanceId, steps }) => [instanceId, steps]))
  const outcomes = knownOutcomes(base)
  const known = common.filter((id) => (stepsOf.get(id) ?? null) !== null)
  if (known.length < Math.max(9, 0.9 * common.length)) return null
  const sorted = known.map((id) => stepsOf.get(id) ?? 0).sort((x, y) => x - y)
  const cuts: [number, number] = [
    Math.floor(quantile(sorted, 1 / 3) ?? 0),
    Math.floor(quantile(sorted, 2 / 3) ?? 0),
  ]
  const nameOf = (id: string) => {
    const steps = stepsOf.get(id) ?? 0
    return steps <= cuts[0] ? 'easy' : steps <= cuts[1] ? 'medium' : 'hard'
  }
  const differences = known.map((id) => Number(variant.get(id)) - Number(outcomes.get(id)))
  const { tiers, p } = tierInteraction(differences, known.map(nameOf), {
    random: createRandom(seed),
    draws: 2_000,
  })
  const order = ['easy', 'medium', 'hard']
  return {
    by: runWords(base),
    cuts,
    tiers: tiers.sort((x, y) => order.indexOf(x.name) - order.indexOf(y.name)),
    p,
  }
}

/** A stored episode as a flip may lead to it. */
export interface EpisodeOfInstance {
  id: string
  instanceId: string
  backbone: string | null
  outcome: 'resolved' | 'unresolved' | null
}

/**
 * The two episodes that a flip can be read in: of its instance, one that ended as the base did and one that ended as the variant did;
 * of several the newest, one of the run's own model before others. Null unless both are there.
 */
export function episodesOfFlip(
  { instanceId, gained }: { instanceId: string; gained: boolean },
  stored: readonly EpisodeOfInstance[],
  { base, variant }: Record<'base' | 'variant', Pick<ExperimentRun, 'backbone'>>,
): { base: string; variant: string } | null {
  const find = (outcome: EpisodeOfInstance['outcome'], { backbone }: Pick<ExperimentRun, 'backbone'>) => {
    const fitting = stored.filter((one) => one.instanceId === instanceId && one.outcome === outcome)
    const own = backbone === null ? undefined : fitting.findLast((one) => one.backbone === backbone)
    return own ?? fitting.at(-1)
  }
  const before = find(gained ? 'unresolved' : 'resolved', base)
  const after = find(gained ? 'resolved' : 'unresolved', variant)
  return before && after ? { base: before.id, variant: after.id } : null
}
