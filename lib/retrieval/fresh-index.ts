import type { Store } from '../db/store.ts'
import { type FeedRow, getStoreClock, listFeedRows } from '../db/vectors/index-feed.ts'
import type { Lifecycle } from '../memory/lifecycle.ts'
import { CosineIndex, type IndexChange } from './cosine-index.ts'

/** The process's cosine index, brought up to the store's revision before each use. */
export type FreshIndex = () => Promise<CosineIndex>

/**
 * An index of the entries of one lifecycle that starts empty and catches up with the store each time it is asked for: the
 * store is the truth, the index a cache. Starts anew when rows left the store for good. Retrieval reads the approved ones.
 */
export function createFreshIndex(
  store: Store,
  embedder: { id: string; dimension: number },
  kept: Lifecycle = 'approved',
): FreshIndex {
  let index = new CosineIndex(embedder)
  let epoch: string | null = null
  let underWay: Promise<void> | null = null
  let next: Promise<void> | null = null

  function look(): Promise<void> {
    next = null
    underWay = catchUp().finally(() => {
      underWay = null
    })
    return underWay
  }

  async function catchUp(): Promise<void> {
    const clock = await getStoreClock(store)
    if (epoch !== null && clock.epoch === epoch && clock.revision === index.revision) return
    const isNew = clock.epoch !== epoch
    const filled = isNew ? new CosineIndex(embedder) : index
    const behind: IndexChange[] = []
    for await (const rows of listFeedRows(store, embedder.id, filled.revision)) {
      const changes = rows.map(changeOf)
      // Nobody sees a new one before it is whole; one that is in use takes all its changes in one go.
      if (isNew) filled.catchUp(changes, filled.revision)
      else behind.push(...changes)
    }
    filled.catchUp(behind, clock.revision)
    index = filled
    epoch = clock.epoch
  }

  /** An edit takes the vectors of all spaces but the current one: what is left in another index is of an older text. */
  function changeOf({ lifecycle, beside, vector, ...row }: FeedRow): IndexChange {
    const { revision } = row
    // What was retired stays known whoever made it: a look-alike of it is held.
    const isOurs = lifecycle === kept && (!beside || kept === 'retired')
    return isOurs && vector !== null
      ? { kind: 'upsert', revision, row: { ...row, vector } }
      : { kind: 'remove', revision, id: row.id }
  }

  return async () => {
    // A call must not be answered from a state older than the moment it was made: it cannot join a look that is under way,
    // but all that come meanwhile share the next one.
    if (!underWay && !next) await look()
    else {
      if (underWay && !next) next = underWay.catch(() => undefined).then(look)
      await next
    }
    return index
  }
}
