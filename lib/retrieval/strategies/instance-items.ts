import {
  type EpisodeStrategy,
  type EpisodeText,
  episodeRanking,
  ITEMS_PER_EPISODE,
  visibleEpisodes,
} from './strategy.ts'

/** Item texts embedded at a time: between two lots others have their turn. */
const AT_A_TIME = 64

/** Whole episodes keyed by what a model wrote down of each, at most three items: the baseline's own memory. */
export const instanceItems: EpisodeStrategy = {
  name: 'instance-items',
  source:
    'ReasoningBank, arXiv 2509.25140: up to three items a trajectory, injected together. Ours: the prompt that makes them, and that the items are the key (its own key is the task text, which is `instance`); the best item counts. Runs without items are not ranked.',
  unit: 'episode',
  cosineOfDescriptions: false,
  parameters: { trajectories: 1, itemsPerTrajectory: ITEMS_PER_EPISODE },
  needs: 'items',
  injects: 'items',
  async prepare({ episodes, index, embedder, reader = embedder }) {
    const keyed = episodes.flatMap(({ episodeId, items = [] }) => items.map((text) => ({ episodeId, text })))
    const vectorsOf = new Map<string, Float32Array[]>()
    for (let from = 0; from < keyed.length; from += AT_A_TIME) {
      const lot = keyed.slice(from, from + AT_A_TIME)
      const vectors = await reader.embed(lot.map(({ text }) => text))
      for (const [i, { episodeId }] of lot.entries()) {
        const vector = vectors[i]
        if (vector) vectorsOf.set(episodeId, [...(vectorsOf.get(episodeId) ?? []), vector])
      }
    }
    const itemsOf = ({ episodeId }: EpisodeText) => vectorsOf.get(episodeId) ?? []
    return async (query) => {
      const [asked] = await embedder.embed([query.text])
      const visible = visibleEpisodes(episodes, query.scope).filter((one) => itemsOf(one).length > 0)
      const scoreOf = (one: EpisodeText) =>
        Math.max(...itemsOf(one).map((vector) => (asked ? dot(asked, vector) : 0)))
      return episodeRanking(visible, scoreOf, query, { index })
    }
  },
}

/** Cosine of two vectors of length 1. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
