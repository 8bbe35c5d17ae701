import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { Description, MemoryEntry } from '../../memory/entry.ts'
import type { LessonChoice, QuestionReading } from '../../memory/question-reading.ts'
import type { CosineIndex, Scored } from '../cosine-index.ts'
import type { KnownCategory } from '../plan.ts'
import { embedDescription, isBefore, type Scope, scopeFilter } from '../scope.ts'

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
  /** What a model wrote down of the whole run, a text an item; absent while none has read it. */
  items?: readonly string[]
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
  /** What a model read in a question, null where none has; only for replays and batches. */
  readings?: (question: { text: string; mode: 'task' | 'subtask' }) => Promise<QuestionReading | null>
  /** The place of the lesson that a model has chosen for a question, null for none of them, undefined where none has; only over the memory as it is now. */
  choices?: (asked: LessonChoice) => Promise<number | null | undefined>
  /** Asks a model to choose one of these keys for a question: its place, or null for none of them. Absent without a model. */
  choose?: (question: string, keys: readonly string[]) => Promise<number | null>
}

/** What every strategy is asked with. */
interface Question {
  /** A whole task, or with a category what the agent is about to do. */
  text: string
  scope: Scope
  /** For strategies that draw; the same seed and question draw the same. */
  seed: number
  /** How many are wanted at most; null = the whole ranking. */
  limit: number | null
}

export interface EntryQuery extends Question {
  category: KnownCategory
  /** Lowest score that may be injected, on the strategy's own scale; absent or null = none, as in the paper. */
  floor?: number | null
}

export interface EpisodeQuery extends Question {
  /** Leaves out episodes that have nothing to inject. */
  withItemsOnly?: boolean
}

/** What a strategy found: how many each stage let through, the best first, and whether the first may be injected. */
export interface Ranking<Place> {
  /** Approved entries in scope. */
  considered: number
  byCategory: Record<Category, number>
  /** The categories that stage 1 let through. */
  categories: readonly Category[]
  /** How many it let through: entries, or episodes. */
  kept: number
  /** Best first. A score is comparable only within one ranking. */
  hits: Place[]
  /** Best minus second best over all that was let through; null with fewer than two. */
  margin: number | null
  /** Why nothing would be injected: nothing was let through, the best lies under the floor, or a model chose none. */
  abstained: 'cold' | 'floor' | 'unfit' | null
}

/** A whole episode in a ranking. */
interface ScoredEpisode {
  episodeId: string
  instanceId: string
  score: number
  /** Its first entries, at most `ITEMS_PER_EPISODE`: they are injected together. May be empty. */
  entryIds: readonly string[]
}

export type EntryRanking = Ranking<Scored>
export type EpisodeRanking = Ranking<ScoredEpisode>

interface Described {
  name: string
  /** Where it comes from, and what in it is ours. */
  source: string
  /** True when the score is a cosine of descriptions, so that the verdict's scale and a floor apply. */
  cosineOfDescriptions: boolean
  parameters: Readonly<Record<string, number | string | null>>
  /** `entries` = it reads what entries say; without it `Corpus.entries` may come empty. */
  reads?: 'entries'
  /** Name of the published method that it is our reading of; such a strategy is never in a default comparison. */
  after?: string
  /** Without it nothing can be ranked: a model that is set up, questions that one has read, or for which one has chosen, runs of which one wrote items. */
  needs?: 'model' | 'readings' | 'choices' | 'items'
  /** What the winner would put in front of the agent; absent = its e. `raw` = its steps, `items` = those of its run: ranked here, no message built. */
  injects?: 'raw' | 'items'
}

export interface EntryStrategy extends Described {
  unit: 'entry'
  /** Reads the corpus once; the returned function ranks for one question. */
  prepare(corpus: Corpus): Promise<(query: EntryQuery) => Promise<EntryRanking>>
}

export interface EpisodeStrategy extends Described {
  unit: 'episode'
  prepare(corpus: Corpus): Promise<(query: EpisodeQuery) => Promise<EpisodeRanking>>
}

export type Strategy = EntryStrategy | EpisodeStrategy

/** A strategy that has read its corpus; asked with a question for either unit. */
export type Rank = (query: EntryQuery & EpisodeQuery) => Promise<EntryRanking | EpisodeRanking>

/** Items that instance memory injects from one trajectory (ReasoningBank: at most 3). */
export const ITEMS_PER_EPISODE = 3

/** Entries, best first, as the ranking of a strategy that lets these categories through. */
export function entryRanking(
  hits: readonly Scored[],
  categories: readonly Category[],
  { scope, limit, floor = null }: Pick<EntryQuery, 'scope' | 'limit' | 'floor'>,
  { index }: Pick<Corpus, 'index'>,
): EntryRanking {
  const seen = seenBy(scope, index)
  return {
    ...seen,
    categories,
    kept: categories.reduce((kept, category) => kept + seen.byCategory[category], 0),
    ...cut(hits, limit, floor),
  }
}

/** Episodes by score, best first, with what each would inject; ties go to the later in the stream, then to the higher id. */
export function episodeRanking(
  episodes: readonly EpisodeText[],
  scoreOf: (episode: EpisodeText) => number,
  { scope, limit, withItemsOnly = false }: Pick<EpisodeQuery, 'scope' | 'limit' | 'withItemsOnly'>,
  { index }: Pick<Corpus, 'index'>,
): EpisodeRanking {
  const without = new Set(scope.without)
  const hits = episodes
    .map((episode) => ({ episode, score: scoreOf(episode) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.episode.position - a.episode.position ||
        (a.episode.episodeId < b.episode.episodeId ? 1 : -1),
    )
    .map(({ episode: { episodeId, instanceId, entryIds }, score }) => ({
      episodeId,
      instanceId,
      score,
      entryIds: entryIds.filter((id) => !without.has(id)).slice(0, ITEMS_PER_EPISODE),
    }))
    .filter(({ entryIds }) => !withItemsOnly || entryIds.length > 0)
  return { ...seenBy(scope, index), categories: CATEGORIES, kept: hits.length, ...cut(hits, limit, null) }
}

/**
 * Episodes a question may see. A position bounds them like entries; an entry id bounds them by their first entry, so that
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

function seenBy(scope: Scope, index: CosineIndex): Pick<EntryRanking, 'considered' | 'byCategory'> {
  const byCategory = index.counts(scopeFilter(scope))
  const { ANALYZE, REPRODUCE, EDIT, VERIFY } = byCategory
  return { considered: ANALYZE + REPRODUCE + EDIT + VERIFY, byCategory }
}

function cut<Place extends { score: number }>(
  hits: readonly Place[],
  limit: number | null,
  floor: number | null,
): Pick<Ranking<Place>, 'hits' | 'margin' | 'abstained'> {
  const [best, second] = hits
  return {
    hits: hits.slice(0, limit ?? hits.length),
    margin: best && second ? best.score - second.score : null,
    abstained: !best ? 'cold' : floor !== null && best.score < floor ? 'floor' : null,
  }
}

/**
 * The entries of these categories with the cosine of their d to the question's, the `limit` nearest of each; each category
 * best first, one category after the other. At least two of each, so that a margin can be told. Reads only.
 * The question is embedded first, so that whatever follows sees one state of the index.
 */
export async function nearestEntries(
  categories: readonly Category[],
  description: Description,
  { scope, limit }: Pick<EntryQuery, 'scope' | 'limit'>,
  { index, embedder }: Pick<Corpus, 'index' | 'embedder'>,
): Promise<Scored[]> {
  const query = await embedDescription(description, embedder)
  const filter = scopeFilter(scope)
  const wanted = limit === null ? index.size : Math.max(limit, 2)
  return categories.flatMap((category) => index.pool(category, filter).nearest(query, wanted))
}

/** Best score first; of entries with one score, the later made. */
export function bestFirst(a: { id: string; score: number }, b: { id: string; score: number }): number {
  return b.score - a.score || laterFirst(a, b)
}

/** Of entries with one score, the later made comes first. */
export function laterFirst(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? 1 : -1
}
