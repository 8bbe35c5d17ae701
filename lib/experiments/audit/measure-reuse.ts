import { setImmediate } from 'node:timers/promises'
import { CATEGORIES } from '../../memory/category.ts'
import { cosine } from '../../memory/similarity.ts'
import type { Relation, Use } from '../../memory/studies/reuse.ts'
import type { CosineIndex, IndexRow } from '../../retrieval/cosine-index.ts'
import { type Scope, scopeFilter } from '../../retrieval/scope.ts'

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
