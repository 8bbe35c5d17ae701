import { createHash } from 'node:crypto'
import {
  findRevisionAt,
  listEntriesAt,
  listPositionsAt,
  listVectors,
  requirePast,
} from '../../db/entries/history.ts'
import type { Store } from '../../db/store.ts'
import { getStoreClock } from '../../db/vectors/index-feed.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { type MemoryEntry, serves } from '../../memory/entry.ts'
import { rememberedLatest } from '../../memory/remembered.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { CosineIndex, type IndexRow } from '../cosine-index.ts'
import type { EpisodeText } from '../strategies/strategy.ts'

/** The memory of some projects as it was at one instant. */
export interface PastMemory {
  revision: number
  /** Of the approved entries of that time. */
  index: CosineIndex
  /** Every entry of that time in its state of that time, by id. */
  entries: ReadonlyMap<string, MemoryEntry>
  /** Episodes that were there, in any state; their texts do not change. */
  positions: ReadonlyMap<string, number>
  goneCount: number
}

/** States kept ready: each holds its own index, 20 MB at 10,000 entries. */
const MOST_KEPT = 4

/** Rebuilds the memory of an instant from the log of changes, and keeps the last few. Nothing later than it is read. */
export function createPastMemories(store: Store, embedder: Embedder) {
  const kept = new Map<string, Promise<PastMemory>>()
  let keptIn = ''
  return async (projectIds: readonly string[], asOf: string): Promise<PastMemory> => {
    const at = new Date(asOf)
    requirePast(at, store.now())
    const revision = await findRevisionAt(store, at)
    const positions = await listPositionsAt(store, projectIds, at)
    const { epoch } = await getStoreClock(store)
    if (epoch !== keptIn) kept.clear() // what was purged since must not stay in an earlier time
    keptIn = epoch
    const key = JSON.stringify([projectIds, revision, positions.size])
    return await rememberedLatest(kept, key, MOST_KEPT, () => rebuild(projectIds, revision, positions))
  }

  async function rebuild(
    projectIds: readonly string[],
    revision: number,
    positions: ReadonlyMap<string, number>,
  ): Promise<PastMemory> {
    const { entries, goneCount } = await listEntriesAt(store, projectIds, revision)
    const approved = entries.filter(serves)
    const vectors = await vectorsOf(approved, projectIds)
    const rows = approved.map((entry, i): IndexRow => {
      const { id, category, projectId, scope, instanceId, repo, episodeId } = entry
      const position = episodeId === null ? null : (positions.get(episodeId) ?? null)
      const vector = vectors[i] ?? new Float32Array(embedder.dimension)
      return { id, category, projectId, scope, instanceId, repo, episodeId, position, vector }
    })
    return {
      revision,
      index: CosineIndex.of(embedder, rows, revision),
      entries: new Map(entries.map((entry) => [entry.id, entry])),
      positions,
      goneCount,
    }
  }

  /** The stored vector where the description is still the same, else one made anew: it may have been edited since. */
  async function vectorsOf(
    entries: readonly MemoryEntry[],
    projectIds: readonly string[],
  ): Promise<Float32Array[]> {
    const stored = await listVectors(store, projectIds, embedder.id)
    const texts = entries.map(({ description }) => descriptionText(description))
    const found = entries.map(({ id }, i) => {
      const known = stored.get(id)
      return known?.textHash === sha256(texts[i] ?? '') ? known.vector : null
    })
    const made = await embedder.embed(texts.filter((_, i) => found[i] === null))
    let next = 0
    return found.map((vector) => vector ?? made[next++] ?? new Float32Array(embedder.dimension))
  }
}

/** Episodes as a state of the memory knows them: those that were there, with the entries that were approved then. */
export function episodesOf(past: PastMemory, episodes: readonly EpisodeText[]): EpisodeText[] {
  const served = Map.groupBy([...past.entries.values()].filter(serves), ({ episodeId }) => episodeId)
  return episodes
    .filter(({ episodeId }) => past.positions.has(episodeId))
    .map((episode) => ({ ...episode, entryIds: (served.get(episode.episodeId) ?? []).map(({ id }) => id) }))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
