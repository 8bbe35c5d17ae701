import type { ServedUse } from '../../db/retrieval/served-uses.ts'
import {
  entryUtilities,
  type KnownUse,
  type ReuseReport,
  type ReuseSide,
  relationCounts,
  reuseShape,
  type Use,
} from '../../memory/audit/reuse-audit.ts'
import { estimateEffect } from '../../memory/audit/withholding.ts'
import { type ExperimentRun, knownOutcomes, VANILLA } from '../../memory/experiments/run.ts'
import type { IndexRow } from '../../retrieval/cosine-index.ts'
import { type ReplayedUses, relationOf } from './measure-reuse.ts'

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
  const sideOf = (uses: readonly Use[]): ReuseSide => ({
    shape: reuseShape(uses, entries.length),
    relations: relationCounts(uses),
  })
  const given = served.filter(({ entryId, withheld }) => entryId !== null && !withheld)
  const uses = given.flatMap((use): Use[] => {
    const origin = origins.get(use.entryId ?? '')
    const category = use.category ?? origin?.category
    if (use.entryId === null || category === undefined) return []
    return [{ entryId: use.entryId, category, relation: origin ? relationOf(use, origin) : 'unknown' }]
  })
  const expected = expectations(runs)
  const known = given.flatMap(({ entryId, instanceId, outcome }): KnownUse[] => {
    const expectation = instanceId === null ? undefined : expected.get(instanceId)
    if (entryId === null || outcome === null || expectation === undefined) return []
    return [{ entryId, outcome: outcome === 'resolved' ? 1 : 0, ...expectation }]
  })
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
    },
    utilities: entryUtilities(known),
    effect: estimateEffect(
      served.flatMap(({ episodeId, ...use }) => (episodeId === null ? [] : [{ ...use, episodeId }])),
    ),
  }
}

/**
 * What is expected of an instance without memory: Laplace's rule over all vanilla runs that know it, with the variance that so few
 * runs leave. Two of two resolved is not certainty; taken for that, one null memory in eight had an entry flagged.
 */
function expectations(
  runs: readonly ExperimentRun[],
): Map<string, { expected: number; expectedVariance: number }> {
  const sums = new Map<string, { resolved: number; of: number }>()
  for (const run of runs.filter(({ arm, source }) => arm === VANILLA && source === 'imported'))
    for (const [id, isResolved] of knownOutcomes(run)) {
      const sum = sums.get(id) ?? { resolved: 0, of: 0 }
      sums.set(id, { resolved: sum.resolved + Number(isResolved), of: sum.of + 1 })
    }
  return new Map(
    [...sums].map(([id, { resolved, of }]) => {
      const expected = (resolved + 1) / (of + 2)
      return [id, { expected, expectedVariance: (expected * (1 - expected)) / (of + 3) }]
    }),
  )
}
