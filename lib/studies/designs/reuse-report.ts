import type { ServedUse } from '../../db/retrieval/served-uses.ts'
import { mean } from '../../memory/statistics.ts'
import { type ExperimentRun, knownOutcomes, settingOf, VANILLA } from '../../memory/studies/outcomes/run.ts'
import type { Relation } from '../../memory/studies/reuse.ts'
import {
  entryUtilities,
  type KnownUse,
  type ReuseReport,
  type ReuseSide,
  relationCounts,
  reuseShape,
  type Use,
} from '../../memory/studies/reuse.ts'
import { estimateEffect } from '../../memory/studies/withholding.ts'
import type { IndexRow } from '../../retrieval/cosine-index.ts'

/** What every stored subtask would have been given at its place in the stream. */
export interface ReplayedUses {
  asked: number
  /** Asked when nothing earlier of the category was there, entries of the own run left out. */
  cold: number
  /** Parity with Algorithm 1: an entry made earlier in the same run may be given. */
  own: Use[]
  /** The own run left out. */
  others: Use[]
  /** Only some of the entries of a large store asked. */
  isSample: boolean
}

type Origin = Pick<IndexRow, 'id' | 'category' | 'episodeId' | 'instanceId' | 'repo'>

/**
 * Reuse as it was and as a replay would have it. Utility needs an outcome of the run an entry was served to, and an expectation: the
 * vanilla runs over the same instance. A use without either counts for reuse and not for utility.
 */
export function reportReuse(
  replayed: ReplayedUses,
  served: readonly ServedUse[],
  runs: readonly ExperimentRun[],
  entries: readonly Origin[],
): Omit<ReuseReport, 'objectives'> {
  const origins = new Map(entries.map((entry) => [entry.id, entry]))
  const stored = new Set(origins.keys())
  const sideOf = (uses: readonly Use[]): ReuseSide => ({
    shape: reuseShape(uses, stored),
    relations: relationCounts(uses),
  })
  const given = served.filter(({ entryId, withheld }) => entryId !== null && !withheld)
  const uses = given.flatMap((use): Use[] => {
    const origin = origins.get(use.entryId ?? '')
    const category = use.category ?? origin?.category
    if (use.entryId === null || category === undefined) return []
    return [{ entryId: use.entryId, category, relation: origin ? relationOf(use, origin) : 'unknown' }]
  })
  const vanilla = runs.filter(({ arm, source }) => arm === VANILLA && source === 'imported')
  const known = knownUses(given, expectations(vanilla))
  return {
    replay: {
      asked: replayed.asked,
      cold: replayed.cold,
      own: sideOf(replayed.own),
      others: sideOf(replayed.others),
      isSample: replayed.isSample,
    },
    served: {
      ...sideOf(uses),
      withOutcome: given.filter(({ outcome }) => outcome !== null).length,
      withExpectation: known.length,
      withheld: served.filter(({ withheld }) => withheld).length,
      vanillaSettings: new Set(vanilla.map(settingOf)).size,
    },
    utilities: entryUtilities(known),
    effect: estimateEffect(
      served.flatMap(({ episodeId, ...use }) => (episodeId === null ? [] : [{ ...use, episodeId }])),
    ),
  }
}

/** One exposure an entry and run: an entry that was given out four times in a run has one outcome, not four. */
function knownUses(given: readonly ServedUse[], expected: ReadonlyMap<string, Expectation>): KnownUse[] {
  const seen = new Set<string>()
  return given.flatMap(({ entryId, episodeId, instanceId, outcome }): KnownUse[] => {
    const expectation = instanceId === null ? undefined : expected.get(instanceId)
    const exposure = JSON.stringify([entryId, episodeId])
    if (entryId === null || outcome === null || expectation === undefined || seen.has(exposure)) return []
    seen.add(exposure)
    return [{ entryId, outcome: outcome === 'resolved' ? 1 : 0, ...expectation }]
  })
}

type Expectation = Required<Pick<KnownUse, 'expected' | 'estimate'>>

/** Runs without memory that an instance needs before anything is expected of it (ours, by the simulation in the test). */
const LEAST_VANILLA_RUNS = 3
/** Weight of the share that all of them resolve, in runs: as Laplace's rule has it, but drawn towards that share and not towards a half. */
const PRIOR_RUNS = 2

/**
 * What is expected of an instance without memory: the share of the vanilla runs that know it, drawn towards the share over all
 * instances, with the variance that so few runs leave. Three of three resolved is not certainty; and where one task in ten is
 * resolved, a half is no neutral guess.
 */
function expectations(vanilla: readonly ExperimentRun[]): Map<string, Expectation> {
  const outcomes = Map.groupBy(
    vanilla.flatMap((run) => [...knownOutcomes(run)]),
    ([id]) => id,
  )
  const all = [...outcomes.values()].flat().map(([, isResolved]) => Number(isResolved))
  const pooled = mean(all) ?? 0
  return new Map(
    [...outcomes].flatMap(([id, own]): [string, Expectation][] => {
      if (own.length < LEAST_VANILLA_RUNS) return []
      const resolved = own.filter(([, isResolved]) => isResolved).length
      const expected = (resolved + PRIOR_RUNS * pooled) / (own.length + PRIOR_RUNS)
      const variance = (expected * (1 - expected)) / (own.length + PRIOR_RUNS + 1)
      return [[id, { expected, estimate: { of: id, variance } }]]
    }),
  )
}

/** Who got it and where it came from, as far as both are known. */
export function relationOf(
  asker: { episodeId: string | null; instanceId: string | null; repo: string | null },
  entry: { episodeId: string | null; instanceId: string | null; repo: string | null },
): Relation {
  if (asker.instanceId !== null && asker.instanceId === entry.instanceId) return 'same task'
  if (asker.episodeId !== null && asker.episodeId === entry.episodeId) return 'same task'
  if (asker.repo === null || entry.repo === null) return 'unknown'
  return asker.repo === entry.repo ? 'same repository' : 'other repository'
}
