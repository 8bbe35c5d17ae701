import { documentCounts, wordCounts } from './plain-words.ts'
import { type EpisodeStrategy, type EpisodeText, episodeRanking, visibleEpisodes } from './strategy.ts'

const K1 = 1.2
const B = 0.75

/** Whole task text against whole task text by BM25. */
export const bm25: EpisodeStrategy = {
  name: 'bm25',
  source:
    'Robertson and Zaragoza 2009, with the idf of Lucene: ln(1 + (n − df + 0.5) / (df + 0.5)). Document counts over the episodes a query may see; each word of the query counts once.',
  unit: 'episode',
  cosineOfDescriptions: false,
  parameters: { k1: K1, b: B },
  async prepare({ episodes, index }) {
    const countsOf = new Map(episodes.map((episode) => [episode.episodeId, wordCounts(episode.text)]))
    const counts = ({ episodeId }: EpisodeText) => countsOf.get(episodeId) ?? new Map<string, number>()
    return async (query) => {
      const visible = visibleEpisodes(episodes, query.scope)
      const scores = bm25Scores(query.text, visible.map(counts))
      const scoreOf = new Map(visible.map((episode, i) => [episode, scores[i] ?? 0]))
      return episodeRanking(visible, (episode) => scoreOf.get(episode) ?? 0, query, { index })
    }
  },
}

/** BM25 of a query against each of these texts (as `wordCounts`), ≥ 0, in their order; document counts over these alone. */
export function bm25Scores(query: string, texts: readonly ReadonlyMap<string, number>[]): number[] {
  const df = documentCounts(texts)
  const words = [...wordCounts(query).keys()].map((word) => ({
    word,
    idf: idf(texts.length, df.get(word) ?? 0),
  }))
  const lengths = texts.map(total)
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length)
  return texts.map((text, i) => {
    const longer = 1 - B + (B * (lengths[i] ?? 0)) / Math.max(1, meanLength)
    let score = 0
    for (const { word, idf } of words) {
      const count = text.get(word) ?? 0
      score += (idf * count * (K1 + 1)) / (count + K1 * longer)
    }
    return score
  })
}

function idf(n: number, df: number): number {
  return Math.log(1 + (n - df + 0.5) / (df + 0.5))
}

function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}
