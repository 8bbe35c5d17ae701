import { countByCategory } from '../db/entries/entries.ts'
import { listLiveEntries } from '../db/findings/detect-feed.ts'
import type { PairsOf } from '../db/findings/loose-pair-rows.ts'
import type { Store } from '../db/store.ts'
import { getStoreClock } from '../db/vectors/index-feed.ts'
import {
  DUPLICATE_FROM,
  nearDuplicate,
  PAIRS_FROM,
  similarPairs,
} from '../detect/detectors/near-duplicate.ts'
import { compareByWords } from '../detect/word-vectors.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { type LoosePair, loosePairOf, type PairReach } from '../memory/findings/worklist.ts'
import type { SimilarPairs } from './threads/tasks.ts'

/**
 * Comparisons that a person who waits is made to wait for: about two seconds on one core. Ours. Entries of a category are
 * compared each with each, so this is some 4,000 entries spread over four categories.
 */
export const MOST_COMPARISONS = 2_000_000

/** Compares entries with each other; in a thread of its own where others wait for this process. */
export type ListPairs = (entries: readonly MemoryEntry[]) => Promise<SimilarPairs>

const listPairsHere: ListPairs = async (entries) => similarPairs(await compareByWords(entries), PAIRS_FROM)

/**
 * Pairs of entries that are less alike than the detector of near-duplicates keeps: computed when somebody asks, kept until the
 * store changes, stored nowhere. Beyond `MOST_COMPARISONS` they are not computed, and the reach says so.
 */
export function createLoosePairs(store: Store, listPairs: ListPairs = listPairsHere) {
  let kept: { key: string; pairs: Promise<LoosePair[]> } | null = null

  async function reach(projectId: string): Promise<PairReach> {
    const counts = await countByCategory(store, projectId)
    const comparisons = counts.reduce((sum, n) => sum + (n * (n - 1)) / 2, 0)
    if (comparisons <= MOST_COMPARISONS) return { kept: DUPLICATE_FROM, from: PAIRS_FROM, unable: null }
    const count = (n: number) => n.toLocaleString('en')
    return {
      kept: DUPLICATE_FROM,
      from: DUPLICATE_FROM,
      unable: `Below ${DUPLICATE_FROM} every entry would have to be compared with every other of its category: ${count(comparisons)} comparisons here, more than the ${count(MOST_COMPARISONS)} a page asks for. Retire the closest first.`,
    }
  }

  /** Pairs with a score of at least `minScore`, closest first; none where the detector's own suffice or the reach ends above. */
  async function pairs(projectId: string, minScore: number | null): Promise<LoosePair[]> {
    const { from } = await reach(projectId)
    if (minScore === null || minScore >= DUPLICATE_FROM || from === DUPLICATE_FROM) return []
    const { revision, epoch } = await getStoreClock(store)
    const key = [projectId, revision, epoch].join(' ')
    if (kept?.key !== key) {
      const computed = listLiveEntries(store, projectId).then(listPairs)
      kept = { key, pairs: computed }
      // What failed is asked again.
      computed.catch(() => {
        if (kept?.pairs === computed) kept = null
      })
    }
    return (await kept.pairs).filter(({ score }) => score >= minScore)
  }

  return {
    reach,
    pairs,
    /** Ids of a worklist, those of findings apart from the loose pairs; a pair that is not as alike any more has no score. */
    async told(projectId: string, ids: readonly string[]): Promise<{ findings: string[]; loose: PairsOf }> {
      const named = ids.flatMap((id) => loosePairOf(id) ?? [])
      const found = named.length === 0 ? [] : await pairs(projectId, PAIRS_FROM)
      return {
        findings: ids.filter((id) => loosePairOf(id) === null),
        loose: {
          projectId,
          detector: nearDuplicate.name,
          pairs: named.map(({ older, newer }) => ({
            older,
            newer,
            score: found.find((pair) => pair.older === older && pair.newer === newer)?.score,
          })),
        },
      }
    },
  }
}
