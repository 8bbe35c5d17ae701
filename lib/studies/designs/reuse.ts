import { setImmediate } from 'node:timers/promises'
import { listObjectives } from '../../db/entries/entry-detail.ts'
import { listEntryPlaces, listServedUses, type ServedUse } from '../../db/retrieval/served-uses.ts'
import { listExperimentRuns } from '../../db/studies/outcomes.ts'
import { CATEGORIES } from '../../memory/category.ts'
import { cosine } from '../../memory/similarity.ts'
import { mean } from '../../memory/statistics.ts'
import { type ExperimentRun, knownOutcomes, settingOf, VANILLA } from '../../memory/studies/outcomes/run.ts'
import {
  entryUtilities,
  type KnownUse,
  type Relation,
  type ReuseReport,
  type ReuseSide,
  relationCounts,
  reuseShape,
  type Use,
} from '../../memory/studies/reuse.ts'
import { estimateEffect } from '../../memory/studies/withholding.ts'
import type { CosineIndex, IndexRow } from '../../retrieval/cosine-index.ts'
import { rowsInScope, type Scope, scopeFilter } from '../../retrieval/scope.ts'
import type { ReadDesign } from '../read-study.ts'

/** Entries of a list that are named by their objective. */
const NAMED = 20

/** Which entries carry the memory: what agents were given, and what the stored runs would have been. */
export const reuse: ReadDesign<null, ReplayedUses, ReuseReport> = {
  name: 'reuse',
  plan: () => null,
  rows: async (_, { index, projectIds }, { store }) =>
    measureReuse(index, { projectIds }, await listEntryPlaces(store, projectIds)),
  // What was served since, and outcomes that came in, change without a change of the memory.
  report: async (replayed, _plan, { index, projectIds }, { store }) => {
    const served = await listServedUses(store, projectIds)
    const entries = rowsInScope(index, { projectIds })
    const runs = await Promise.all(projectIds.map((id) => listExperimentRuns(store, id)))
    const report = reportReuse(replayed, served, runs.flat(), entries)
    const shapes = [report.replay.others.shape, report.served.shape]
    const shown = [
      ...shapes.flatMap(({ counts }) => counts.slice(0, NAMED)),
      ...report.utilities.slice(0, NAMED),
    ]
    return {
      ...report,
      objectives: await listObjectives(
        store,
        shown.map(({ entryId }) => entryId),
      ),
    }
  },
}

/** Entries of one category that ask, evenly over the stream (ours: a store of 100,000 answers within seconds). */
const MOST_ASKED = 400

/**
 * Replays the stored stream: each entry's description asks, in its category, for the nearest entry made before it (top-1, eq. 2).
 * `places`: position of an entry's subtask in its run. Descriptions were written after the fact, so this is an upper bound on what
 * a description at the start would have found.
 */
export async function measureReuse(
  index: CosineIndex,
  scope: Scope,
  places: ReadonlyMap<string, number>,
): Promise<ReplayedUses> {
  const found: ReplayedUses = { asked: 0, cold: 0, own: [], others: [], isSample: false }
  for (const category of CATEGORIES) {
    const rows = index.pool(category, scopeFilter(scope)).rows()
    const step = Math.max(1, Math.ceil(rows.length / MOST_ASKED))
    found.isSample ||= step > 1
    for (let i = 0; i < rows.length; i += step) {
      const row = rows[i]
      if (!row || row.position === null || row.episodeId === null) continue
      found.asked++
      const { own, others } = nearest(row, rows, places)
      if (others === null) found.cold++
      for (const [list, winner] of [
        [found.own, own],
        [found.others, others],
      ] as const)
        if (winner) list.push({ entryId: winner.id, category, relation: relationOf(row, winner) })
      if (i % (20 * step) === 0) await setImmediate()
    }
  }
  return found
}

type Best = { row: IndexRow; score: number } | null

function nearest(row: IndexRow, rows: readonly IndexRow[], places: ReadonlyMap<string, number>) {
  let [own, others]: [Best, Best] = [null, null]
  for (const other of rows) {
    if (other.id === row.id || other.position === null) continue
    const isOwnRun = other.episodeId === row.episodeId
    const isEarlier = isOwnRun
      ? (places.get(other.id) ?? 0) < (places.get(row.id) ?? 0)
      : other.position < (row.position ?? 0)
    if (!isEarlier) continue
    const one = { row: other, score: cosine(row.vector, other.vector) }
    own = better(own, one)
    if (!isOwnRun && other.instanceId !== row.instanceId) others = better(others, one)
  }
  return { own: own?.row ?? null, others: others?.row ?? null }
}

/** Ties go to the highest id, as in every retrieval. */
function better(best: Best, one: NonNullable<Best>): Best {
  if (best === null || one.score > best.score) return one
  return one.score === best.score && one.row.id > best.row.id ? one : best
}

/** What every stored subtask would have been given at its place in the stream. */
interface ReplayedUses {
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
  const named = served.flatMap(({ episodeId, ...use }) => (episodeId === null ? [] : [{ ...use, episodeId }]))
  const fates = new Map(
    given.flatMap(({ episodeId, git }) => (episodeId === null ? [] : [[episodeId, git] as const])),
  )
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
    effect: estimateEffect(named),
    git: {
      episodes: fates.size,
      known: [...fates.values()].filter((fate) => fate !== null).length,
      kept: [...fates.values()].filter((fate) => fate === 'kept').length,
      effect: estimateEffect(
        named.map(({ git, ...use }) => ({
          ...use,
          outcome: git && (git === 'kept' ? ('resolved' as const) : ('unresolved' as const)),
        })),
      ),
    },
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
function relationOf(
  asker: { episodeId: string | null; instanceId: string | null; repo: string | null },
  entry: { episodeId: string | null; instanceId: string | null; repo: string | null },
): Relation {
  if (asker.instanceId !== null && asker.instanceId === entry.instanceId) return 'same task'
  if (asker.episodeId !== null && asker.episodeId === entry.episodeId) return 'same task'
  if (asker.repo === null || entry.repo === null) return 'unknown'
  return asker.repo === entry.repo ? 'same repository' : 'other repository'
}
