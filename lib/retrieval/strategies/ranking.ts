import { CATEGORIES, type Category } from '../../memory/category.ts'
import type { CosineIndex, Scored } from '../cosine-index.ts'
import { isBefore, type Scope, scopeFilter } from '../scope.ts'
import {
  type Corpus,
  type EntryQuery,
  type EntryRanking,
  type EpisodeQuery,
  type EpisodeRanking,
  type EpisodeText,
  ITEMS_PER_EPISODE,
  type Ranking,
} from './strategy.ts'

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
