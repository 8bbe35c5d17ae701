import { setImmediate } from 'node:timers/promises'
import { listObjectives } from '../../db/entries/entry-texts.ts'
import { listEntryPlaces, listServedUses } from '../../db/retrieval/served-uses.ts'
import { listExperimentRuns } from '../../db/studies/outcomes.ts'
import { CATEGORIES } from '../../memory/category.ts'
import { cosine } from '../../memory/similarity.ts'
import type { ReuseReport } from '../../memory/studies/reuse.ts'
import type { CosineIndex, IndexRow } from '../../retrieval/cosine-index.ts'
import { rowsInScope, type Scope, scopeFilter } from '../../retrieval/scope.ts'
import type { ReadDesign } from '../read-study.ts'
import { type ReplayedUses, relationOf, reportReuse } from './reuse-report.ts'

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
    const report = reportReuse(replayed, served, await listExperimentRuns(store), entries)
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
