import { embedOne } from '../../llm/embedder.ts'
import { cosine } from '../../memory/similarity.ts'
import { ITEMS_PER_EPISODE, rankEpisodes, type Strategy, visibleEpisodes } from './strategy.ts'

/** Whole episodes keyed by their task text, the baseline of the paper. */
export const instance: Strategy = {
  name: 'instance',
  source:
    'ReasoningBank, arXiv 2509.25140: the key is the raw problem statement, the unit one trajectory, its items are injected together. Ours: the embedder, and the first 3 entries of the run as its items.',
  unit: 'episode',
  cosineOfDescriptions: false,
  parameters: { trajectories: 1, itemsPerTrajectory: ITEMS_PER_EPISODE },
  async prepare({ episodes, embedder }) {
    const vectors = await embedder.embed(episodes.map((episode) => episode.text))
    const vectorOf = new Map(
      episodes.map((episode, i) => [episode.episodeId, vectors[i] ?? new Float32Array(embedder.dimension)]),
    )
    return async ({ text, scope, limit }) => {
      const query = await embedOne(embedder, text)
      const ranked = rankEpisodes(visibleEpisodes(episodes, scope), ({ episodeId }) =>
        cosine(query, vectorOf.get(episodeId) ?? query),
      )
      return limit === null ? ranked : ranked.slice(0, limit)
    }
  },
}
