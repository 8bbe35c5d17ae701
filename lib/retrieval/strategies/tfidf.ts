import { documentCounts, wordCounts } from './plain-words.ts'
import { type EpisodeStrategy, type EpisodeText, episodeRanking, visibleEpisodes } from './strategy.ts'

/** Whole task text against whole task text by TF-IDF cosine. */
export const tfidf: EpisodeStrategy = {
  name: 'tfidf',
  source:
    'The textbook control, with the defaults of scikit-learn: raw counts, idf = ln((1 + n) / (1 + df)) + 1, length 1. Document counts over the episodes a query may see.',
  unit: 'episode',
  cosineOfDescriptions: false,
  parameters: { smoothIdf: 'yes', norm: 'l2' },
  async prepare({ episodes, index }) {
    const countsOf = new Map(episodes.map((episode) => [episode.episodeId, wordCounts(episode.text)]))
    const counts = ({ episodeId }: EpisodeText) => countsOf.get(episodeId) ?? new Map<string, number>()
    return async (query) => {
      const visible = visibleEpisodes(episodes, query.scope)
      const df = documentCounts(visible.map(counts))
      const idf = (word: string) => Math.log((1 + visible.length) / (1 + (df.get(word) ?? 0))) + 1
      const words = weighted(wordCounts(query.text), idf)
      const scoreOf = (episode: EpisodeText) => cosineOfWords(words, weighted(counts(episode), idf))
      return episodeRanking(visible, scoreOf, query, { index })
    }
  },
}

type Weighted = { weights: Map<string, number>; length: number }

function weighted(counts: ReadonlyMap<string, number>, idf: (word: string) => number): Weighted {
  const weights = new Map<string, number>()
  let square = 0
  for (const [word, count] of counts) {
    const weight = count * idf(word)
    weights.set(word, weight)
    square += weight * weight
  }
  return { weights, length: Math.sqrt(square) }
}

function cosineOfWords(a: Weighted, b: Weighted): number {
  if (a.length === 0 || b.length === 0) return 0
  let product = 0
  for (const [word, weight] of a.weights) product += weight * (b.weights.get(word) ?? 0)
  return product / (a.length * b.length)
}
