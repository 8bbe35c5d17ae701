import type { Embedder } from '../../llm/embedder.ts'
import { cosine } from '../../memory/similarity.ts'

export interface EarningWord {
  /** As written, without the punctuation around it. */
  word: string
  /** Every place where it stands, as half-open ranges of UTF-16 code units in the text. */
  ranges: { start: number; end: number }[]
  /** Score lost when the word is taken out everywhere; below 0 when the score rises without it. */
  lost: number
}

export interface Explanation {
  /** Cosine of the whole text with the vector. */
  score: number
  /** Most earning first, ties in the order of the text. */
  words: EarningWord[]
}

/** Words beyond this many different ones are not tried: each costs one embedding (ours; d has at most 30 words and 12 keywords). */
const MOST_WORDS = 120

/**
 * Which words of a text earn its score against a vector, by taking each out in turn (ablation; ours).
 * Give the query's text and a hit's vector, or a hit's text and the query's vector. Words interact: the losses need not
 * add up to the score.
 */
export async function explainScore(
  text: string,
  against: Float32Array,
  embedder: Embedder,
): Promise<Explanation> {
  const [explained] = await explainScores(text, [against], embedder)
  return explained ?? { score: 0, words: [] }
}

/** As `explainScore` against several vectors, in their order: the text without each word is embedded once for all. */
export async function explainScores(
  text: string,
  against: readonly Float32Array[],
  embedder: Embedder,
): Promise<Explanation[]> {
  const words = distinctWords(text).slice(0, MOST_WORDS)
  const [whole, ...without] = await embedder.embed([
    text,
    ...words.map(({ ranges }) => withoutRanges(text, ranges)),
  ])
  return against.map((vector) => {
    const score = whole ? cosine(whole, vector) : 0
    const earning = words.map((word, i) => {
      const rest = without[i]
      return { ...word, lost: score - (rest ? cosine(rest, vector) : 0) }
    })
    return { score, words: earning.sort((a, b) => b.lost - a.lost) }
  })
}

function distinctWords(text: string): Omit<EarningWord, 'lost'>[] {
  const words = new Map<string, Omit<EarningWord, 'lost'>>()
  for (const match of text.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_'’-]*/gu)) {
    const [word] = match
    const range = { start: match.index, end: match.index + word.length }
    const known = words.get(word.toLowerCase())
    if (known) known.ranges.push(range)
    else words.set(word.toLowerCase(), { word, ranges: [range] })
  }
  return [...words.values()]
}

function withoutRanges(text: string, ranges: readonly { start: number; end: number }[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of ranges) {
    rest += text.slice(from, start)
    from = end
  }
  return rest + text.slice(from)
}
