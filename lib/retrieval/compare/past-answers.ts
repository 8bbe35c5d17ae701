import { createHash } from 'node:crypto'
import {
  findRevisionAt,
  listEntriesAt,
  listPositionsAt,
  listVectors,
  requirePast,
} from '../../db/entries/history.ts'
import { listEpisodeTexts } from '../../db/episodes/episode-texts.ts'
import type { Store } from '../../db/store.ts'
import { getStoreClock } from '../../db/vectors/index-feed.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { type MemoryEntry, serves } from '../../memory/entry.ts'
import { remembered, rememberedLatest } from '../../memory/remembered.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { createChanceCache } from '../chance.ts'
import { CosineIndex, type IndexRow } from '../cosine-index.ts'
import { shippedFit } from '../own-fit.ts'
import { createPreparedCache } from '../prepared.ts'
import type { RetrievalDeps } from '../retrieve.ts'
import { createRunQuestions } from '../run-questions.ts'
import type { EpisodeText } from '../strategies/strategy.ts'
import { createBackgroundCache } from '../unrelated-pairs.ts'
import type { PicturedDeps } from './compare.ts'

/** What answers are made of, over the memory as it was: the same functions, other rows. */
export function createPastAnswers(
  store: Store,
  embedder: Embedder,
  present: Pick<RetrievalDeps, 'steps' | 'items' | 'now'>,
) {
  const pastMemory = createPastMemories(store, embedder)
  const questions = createRunQuestions(store, embedder)
  const ready = new WeakMap<PastMemory, Omit<PicturedDeps, 'projectScope'>>()

  return async (
    projectIds: readonly string[],
    asOf: string,
  ): Promise<{ deps: PicturedDeps; goneCount: number }> => {
    const past = await pastMemory(projectIds, asOf)
    const known = remembered(ready, past, () => depsOf(past))
    const live = [...past.entries.values()].filter(
      ({ lifecycle, beside }) => lifecycle !== 'purged' && !beside,
    ).length
    const projectScope = async () => ({ scope: { projectIds }, all: live, inScope: live })
    return { deps: { ...known, projectScope }, goneCount: past.goneCount }
  }

  function depsOf(past: PastMemory): Omit<PicturedDeps, 'projectScope'> {
    const { index, entries } = past
    const approved = [...entries.values()].filter(serves)
    const background = createBackgroundCache()
    const chance = createChanceCache(questions.of, questions.version)
    const prepare = createPreparedCache(embedder, {
      episodes: async (projectIds) => episodesOf(past, await listEpisodeTexts(store, [...projectIds])),
      entries: async () => approved,
    })
    return {
      ...present,
      index,
      embedder,
      entries: async (ids) => ids.flatMap((id) => entries.get(id) ?? []),
      prepared: (strategy, scope) => prepare(strategy, index, scope),
      background: (scope) => background(index, scope),
      chance: (asked) => chance(index, asked),
      // What was judged by then, nobody asks: the fit that ships is of no time.
      verdictFit: async () => shippedFit(embedder.id),
      openFindings: async () => [], // what was open then, nobody kept
    }
  }
}

/** The memory of some projects as it was at one instant. */
interface PastMemory {
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
function createPastMemories(store: Store, embedder: Embedder) {
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
function episodesOf(past: PastMemory, episodes: readonly EpisodeText[]): EpisodeText[] {
  const served = Map.groupBy([...past.entries.values()].filter(serves), ({ episodeId }) => episodeId)
  return episodes
    .filter(({ episodeId }) => past.positions.has(episodeId))
    .map((episode) => ({ ...episode, entryIds: (served.get(episode.episodeId) ?? []).map(({ id }) => id) }))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
