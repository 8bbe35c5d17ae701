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

/** What a text is held against: a vector, and the text that it was made of. */
export type Against = { vector: Float32Array; text: string }

/**
 * Which words of a text earn its score against another, by taking each out in turn (ablation; ours). Where words are hashed
 * into places the loss is reckoned over the words themselves: two that only fall on one place share nothing.
 * Words interact: the losses need not add up to the score.
 */
export async function explainScore(text: string, against: Against, embedder: Embedder): Promise<Explanation> {
  const [explained] = await explainScores(text, [against], embedder)
  return explained ?? { score: 0, words: [] }
}

/** As `explainScore` against several texts, in their order: the text without each word is embedded once for all. */
export async function explainScores(
  text: string,
  against: readonly Against[],
  embedder: Embedder,
): Promise<Explanation[]> {
  const words = distinctWords(text).slice(0, MOST_WORDS)
  const texts = [text, ...words.map(({ ranges }) => withoutRanges(text, ranges))]
  const vectors = await embedder.embed(texts)
  const features = texts.map((one) => featuresOf(one, embedder))
  return against.map((other) => {
    const own = featuresOf(other.text, embedder)
    const scoreOf = (at: number) => likeness(vectors[at], features[at], other.vector, own, embedder)
    const whole = scoreOf(0)
    const earning = words.map((word, i) => ({ ...word, lost: whole - scoreOf(i + 1) }))
    return {
      score: vectors[0] ? cosine(vectors[0], other.vector) : 0,
      words: earning.sort((a, b) => b.lost - a.lost),
    }
  })
}

type Features = ReadonlyMap<string, number> | null

function featuresOf(text: string, { lexical }: Embedder): Features {
  return lexical ? lexical.features(text) : null
}

/** The cosine of two texts, with the features themselves in place of the places that they were hashed into. */
function likeness(
  a: Float32Array | undefined,
  features: Features | undefined,
  b: Float32Array,
  others: Features,
  { lexical }: Embedder,
): number {
  if (!a) return 0
  if (!lexical || !features || !others) return cosine(a, b)
  let rest = 0
  for (let place = lexical.places; place < a.length; place++) rest += (a[place] ?? 0) * (b[place] ?? 0)
  return rest + lexical.share * featureCosine(features, others)
}

function featureCosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0
  for (const [feature, weight] of a) dot += weight * (b.get(feature) ?? 0)
  return dot === 0 ? 0 : dot / (lengthOf(a) * lengthOf(b))
}

function lengthOf(features: ReadonlyMap<string, number>): number {
  let square = 0
  for (const weight of features.values()) square += weight * weight
  return Math.sqrt(square)
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
