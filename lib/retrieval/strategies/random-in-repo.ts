import { createRandom, seedFrom, shuffled } from '../../memory/statistics.ts'
import { type Strategy, visibleEpisodes } from './strategy.ts'

/** Episodes of the query's own repository in random order: what knowing the repository alone is worth. */
export const randomInRepo: Strategy = {
  name: 'random-in-repo',
  source:
    'A control of ours: labels by edited file reward the repository; this line shows how much of a score is only that.',
  unit: 'episode',
  cosineOfDescriptions: false,
  parameters: { order: 'seeded shuffle' },
  async prepare({ episodes }) {
    return async ({ text, repo, scope, seed, limit }) => {
      if (repo === null) return []
      const inRepo = visibleEpisodes(episodes, scope).filter((episode) => episode.repo === repo)
      const order = shuffled(inRepo, createRandom(seedFrom(text, seed)))
      const ranked = order.map(({ episodeId, instanceId }, place) => ({
        entryId: null,
        episodeId,
        instanceId,
        category: null,
        score: 1 / (place + 1),
      }))
      return limit === null ? ranked : ranked.slice(0, limit)
    }
  },
}
