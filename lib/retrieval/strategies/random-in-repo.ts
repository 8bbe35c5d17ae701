import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import { episodeRanking, visibleEpisodes } from './ranking.ts'
import type { EpisodeStrategy, EpisodeText } from './strategy.ts'

/** Episodes of the query's own repository in random order: what knowing the repository alone is worth. */
export const randomInRepo: EpisodeStrategy = {
  name: 'random-in-repo',
  source:
    'A control of ours: labels by edited file reward the repository; this line shows how much of a score is only that.',
  unit: 'episode',
  cosineOfDescriptions: false,
  parameters: { order: 'seeded shuffle' },
  async prepare({ episodes, index }) {
    return async (query) => {
      const { text, repo, scope, seed } = query
      const inRepo = visibleEpisodes(episodes, scope).filter(
        (episode) => repo !== null && episode.repo === repo,
      )
      const order = shuffled(inRepo, createRandom(seedFrom(text, seed)))
      const placeOf = new Map(order.map(({ episodeId }, place) => [episodeId, place]))
      const scoreOf = ({ episodeId }: EpisodeText) => 1 / ((placeOf.get(episodeId) ?? 0) + 1)
      return episodeRanking(order, scoreOf, query, { index })
    }
  },
}
