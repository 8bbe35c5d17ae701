import type { Embedder } from '../../llm/embedder.ts'
import type { Category } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Prediction } from '../../memory/retrieval.ts'
import type { CosineIndex, Scored } from '../cosine-index.ts'
import { isBefore, type Scope } from '../scope.ts'

/** A stored episode as a whole: what instance-level memory retrieves. */
export interface EpisodeText {
  episodeId: string
  instanceId: string
  projectId: string
  repo: string | null
  /** Place in the project's stream, from 0. */
  position: number
  /** The whole task text, prompt template taken off. */
  text: string
  /** Its approved entries in creation order; may be empty. */
  entryIds: readonly string[]
}

/** What an entry says, beside what the index knows of it. */
export type EntryText = Pick<MemoryEntry, 'id' | 'description' | 'experience'>

/** All that a strategy may look at. */
export interface Corpus {
  index: CosineIndex
  embedder: Embedder
  /** Reads the memory's own texts, where others go before it; same model. Absent = `embedder`. */
  reader?: Embedder
  episodes: readonly EpisodeText[]
  /** By id; only for strategies that say `reads: 'entries'`, else it may come empty. */
  entries: ReadonlyMap<string, EntryText>
  /** Asks a model to choose one of these keys for a question: its place, or null for none of them. Absent without a model. */
  choose?: (question: string, keys: readonly string[]) => Promise<number | null>
}

export interface RankQuery {
  /** A whole task, or with a category what the agent is about to do. */
  text: string
  category: Category | null
  /** P(z) where the category was predicted and nobody named it; only `soft` asks. */
  prior?: Prediction['probabilities'] | null
  /** Repository of the query where known; only `random-in-repo` asks. */
  repo: string | null
  scope: Scope
  /** For strategies that draw; the same seed and query draw the same. */
  seed: number
  /** How many are wanted at most; null = the whole ranking. */
  limit: number | null
}

/** One place of a ranking: an entry, or a whole episode. */
export interface Ranked {
  /** Null when the unit is an episode. */
  entryId: string | null
  episodeId: string | null
  instanceId: string | null
  /** Null when the unit is an episode: it has no single category. */
  category: Category | null
  /** The strategy's own score, comparable only within one ranking. */
  score: number
}

export interface Strategy {
  name: string
  /** Where it comes from, and what in it is ours. */
  source: string
  unit: 'entry' | 'episode'
  /** True when the score is a cosine of descriptions, so that the verdict's scale applies. */
  cosineOfDescriptions: boolean
  parameters: Readonly<Record<string, number | string | null>>
  /** Stage 1 of an entry strategy: the categories it ranks. Absent = the intent's alone. */
  stage1?(query: RankQuery): readonly Category[]
  /** `entries` = it reads what entries say; without it `Corpus.entries` may come empty. */
  reads?: 'entries'
  /** Name of the published method that it is our reading of; such a strategy is never in a default comparison. */
  after?: string
  /** `model` = it refuses to prepare while no model is set up. */
  needs?: 'model'
  /** What the winner would put in front of the agent; absent = its e. `raw` = its steps: ranked here, no message built. */
  injects?: 'raw'
  /** Reads the corpus once; the returned function ranks for one query. */
  prepare(corpus: Corpus): Promise<Rank>
}

export type Rank = (query: RankQuery) => Promise<Ranked[]>

/** Items that instance memory injects from one trajectory (ReasoningBank: at most 3). */
export const ITEMS_PER_EPISODE = 3

/**
 * Episodes a query may see. A position bounds them like entries; an entry id bounds them by their first entry, so that
 * an episode is seen once it has left something behind.
 */
export function visibleEpisodes(episodes: readonly EpisodeText[], scope: Scope): EpisodeText[] {
  const before = scope.before ?? null
  return episodes.filter(
    ({ projectId, instanceId, episodeId, position, entryIds }) =>
      scope.projectIds.includes(projectId) &&
      instanceId !== scope.withoutInstance &&
      episodeId !== scope.episodeId &&
      (before === null || 'position' in before || entryIds.length > 0) &&
      isBefore({ id: entryIds[0] ?? '', position }, before),
  )
}

/** An entry of the index as a place of a ranking. */
export function placeOf({ id, episodeId, instanceId, category, score }: Scored): Ranked {
  return { entryId: id, episodeId, instanceId, category, score }
}

/** Episodes by score, best first; ties go to the later in the stream, then to the higher id. */
export function rankEpisodes(
  episodes: readonly EpisodeText[],
  scoreOf: (episode: EpisodeText) => number,
): Ranked[] {
  return episodes
    .map((episode) => ({ episode, score: scoreOf(episode) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.episode.position - a.episode.position ||
        (a.episode.episodeId < b.episode.episodeId ? 1 : -1),
    )
    .map(({ episode: { episodeId, instanceId }, score }) => ({
      entryId: null,
      episodeId,
      instanceId,
      category: null,
      score,
    }))
}
