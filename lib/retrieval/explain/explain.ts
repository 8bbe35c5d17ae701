import { codeWords } from '../../llm/code-words.ts'
import type { Embedder } from '../../llm/embedder.ts'
import { CATEGORIES } from '../../memory/category.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import type { Explained, ExplainRequest } from '../../memory/retrieval.ts'
import { cosine } from '../../memory/similarity.ts'
import { descriptionText } from '../../memory/text/words.ts'
import type { CosineIndex } from '../cosine-index.ts'

interface ExplainDeps {
  index: CosineIndex
  embedder: Embedder
  /** Entries as they are in the database now; unknown ids are simply missing. */
  entries(ids: readonly string[]): Promise<MemoryEntry[]>
}

/** What local-v1 weighs less than this counts as no word that two texts share: stop words, single letters, numbers. */
const TELLING_FROM = 0.25

/**
 * Which words of a question earn the scores of the entries that were found for it, by entry id. An entry that is not in the
 * index any more is left out. Embeds the question once for each of its words. Reads only.
 */
export async function explainHits(
  { text, entryIds }: ExplainRequest,
  { index, embedder, entries }: ExplainDeps,
): Promise<Record<string, Explained>> {
  const asked = new Set(entryIds)
  const rows = CATEGORIES.flatMap((category) =>
    index.pool(category, { admits: ({ id }) => asked.has(id) }).rows(),
  )
  // The rows' vectors are views: they are read before anything is waited for.
  const vectors = rows.map(({ vector }) => vector.slice())
  const ids = rows.map(({ id }) => id)
  const stems = tellingStems(text)
  const texts = new Map((await entries(ids)).map(({ id, description }) => [id, descriptionText(description)]))
  const sharing = new Set(
    [...texts].flatMap(([id, own]) => ([...tellingStems(own)].some((stem) => stems.has(stem)) ? [id] : [])),
  )
  const explained = await explainScores(
    text,
    ids.map((id, i) => ({ vector: vectors[i] ?? new Float32Array(), text: texts.get(id) ?? '' })),
    embedder,
  )
  return Object.fromEntries(
    ids.map((id, i) => [
      id,
      {
        sharesWord: sharing.has(id),
        words: (explained[i]?.words ?? [])
          .filter(({ lost }) => lost > 0)
          .map(({ word, lost }) => ({ word, share: lost })),
      },
    ]),
  )
}

function tellingStems(text: string): Set<string> {
  return new Set(codeWords(text).flatMap(({ stem, weight }) => (weight >= TELLING_FROM ? [stem] : [])))
}

export interface EarningWord {
  /** As written, without the punctuation around it. */
  word: string
  /** Every place where it stands, as half-open ranges of UTF-16 code units in the text. */
  ranges: { start: number; end: number }[]
  /** Score lost when the word is taken out everywhere; below 0 when the score rises without it. */
  lost: number
}

interface Explanation {
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
 * Which words of a text earn its score against each of several others, in their order, by taking each out in turn (ablation; ours):
 * the text without each word is embedded once for all. Where words are hashed into places the loss is reckoned over the words
 * themselves: two that only fall on one place share nothing. Words interact: the losses need not add up to the score.
 */
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
