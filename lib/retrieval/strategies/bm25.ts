import { documentCounts, wordCounts } from './plain-words.ts'
import { type EpisodeText, rankEpisodes, type Strategy, visibleEpisodes } from './strategy.ts'

const K1 = 1.2
const B = 0.75

/** Whole task text against whole task text by BM25. */
export const bm25: Strategy = {
  name: 'bm25',
  source:
    'Robertson and Zaragoza 2009, with the idf of Lucene: ln(1 + (n − df + 0.5) / (df + 0.5)). Document counts over the episodes a query may see; each word of the query counts once.',
  unit: 'episode',
  cosineOfDescriptions: false,
  parameters: { k1: K1, b: B },
  async prepare({ episodes }) {
    const countsOf = new Map(episodes.map((episode) => [episode.episodeId, wordCounts(episode.text)]))
    const counts = ({ episodeId }: EpisodeText) => countsOf.get(episodeId) ?? new Map<string, number>()
    return async ({ text, scope, limit }) => {
      const visible = visibleEpisodes(episodes, scope)
      const df = documentCounts(visible.map(counts))
      const words = [...wordCounts(text).keys()].map((word) => ({
        word,
        idf: idf(visible.length, df.get(word) ?? 0),
      }))
      const lengths = new Map(visible.map((episode) => [episode.episodeId, total(counts(episode))]))
      const meanLength =
        [...lengths.values()].reduce((sum, length) => sum + length, 0) / Math.max(1, visible.length)
      const ranked = rankEpisodes(visible, (episode) => {
        const text = counts(episode)
        const longer = 1 - B + (B * (lengths.get(episode.episodeId) ?? 0)) / Math.max(1, meanLength)
        let score = 0
        for (const { word, idf } of words) {
          const count = text.get(word) ?? 0
          score += (idf * count * (K1 + 1)) / (count + K1 * longer)
        }
        return score
      })
      return limit === null ? ranked : ranked.slice(0, limit)
    }
  },
}

function idf(n: number, df: number): number {
  return Math.log(1 + (n - df + 0.5) / (df + 0.5))
}

function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}
