import { type CodeWord, codeWords, conceptMatches, createTaskWords } from './code-words.ts'
import type { Embedder } from './embedder.ts'
import { hashOf, mix, READ_CHARACTERS, saturated, toUnitLength } from './hashed-vector.ts'

export const LOCAL_EMBEDDER_ID = 'local-v1'
export const LOCAL_EMBEDDER_DIMENSION = 512

/** Share of a word that its letter n-grams carry, so that misspelt and related forms still meet. */
const NGRAM_SHARE = 0.25
const NGRAM_LENGTH = 3
/** Two words side by side say more than each: `slice index`, `session token`. */
const PAIR_SHARE = 0.4
/** What a named concept counts, in words of weight 1. */
const CONCEPT_WEIGHT = 1.4
/** Every feature is spread over four places, so that one collision cannot decide. */
const PLACES = 4

/**
 * The built-in embedder: no download, no key, the same bits on every machine.
 * Features (stems, pairs, letter n-grams, concepts of a frozen table) are hashed into 512 signed places. Uses only
 * integer hashing and + * / sqrt, which IEEE 754 fixes exactly, and adds in the order of the text.
 */
export function createLocalEmbedder(): Embedder {
  return {
    id: LOCAL_EMBEDDER_ID,
    dimension: LOCAL_EMBEDDER_DIMENSION,
    cost: 'none',
    embed: async (texts) => texts.map(localVector),
    lexical: { places: LOCAL_EMBEDDER_DIMENSION, share: 1, features: localFeatures },
    tasks: createTaskWords(),
  }
}

/** The local-v1 vector of a text: length 1, or zero when the text holds no word. */
export function localVector(text: string): Float32Array {
  const sums = new Float64Array(LOCAL_EMBEDDER_DIMENSION)
  readFeatures(text, (feature, weight) => addFeature(sums, feature, weight))
  return toUnitLength(sums)
}

/** The features of a text as they are before they are hashed, with their weights. */
export function localFeatures(text: string): Map<string, number> {
  const features = new Map<string, number>()
  readFeatures(text, (feature, weight) => features.set(feature, (features.get(feature) ?? 0) + weight))
  return features
}

type AddFeature = (feature: string, weight: number) => void

function readFeatures(text: string, add: AddFeature): void {
  const read = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text
  const words = codeWords(read)
  addWords(add, words)
  addPairs(add, words)
  addConcepts(add, words, writesBothOrders(read) ? ['reflected'] : [])
}

function addWords(add: AddFeature, words: readonly CodeWord[]): void {
  const seen = new Map<string, { count: number; word: CodeWord }>()
  for (const word of words) {
    const known = seen.get(word.stem)
    if (known) known.count++
    else seen.set(word.stem, { count: 1, word })
  }
  for (const [stem, { count, word }] of seen) {
    const weight = word.weight * saturated(count)
    add(`w ${stem}`, weight)
    if (word.word.length < 4) continue
    const marked = `^${word.word}$`
    const gramCount = marked.length - NGRAM_LENGTH + 1
    const gramWeight = (weight * NGRAM_SHARE) / Math.sqrt(gramCount)
    for (let i = 0; i < gramCount; i++) add(`g ${marked.slice(i, i + NGRAM_LENGTH)}`, gramWeight)
  }
}

function addPairs(add: AddFeature, words: readonly CodeWord[]): void {
  const pairs = new Map<string, { count: number; weight: number }>()
  let before: CodeWord | null = null
  for (const word of words) {
    if (word.breakBefore) before = null
    if (word.weight < 0.1) continue
    if (before) {
      const key = `p ${before.stem} ${word.stem}`
      const known = pairs.get(key)
      if (known) known.count++
      else pairs.set(key, { count: 1, weight: Math.sqrt(before.weight * word.weight) })
    }
    before = word
  }
  for (const [key, { count, weight }] of pairs) add(key, weight * PAIR_SHARE * saturated(count))
}

/** True when a text writes one operation both ways round (`a * b` and `b * a`): it speaks of the order of operands. */
function writesBothOrders(text: string): boolean {
  const written = new Set<string>()
  for (const [, left = '', operator = '', right = ''] of text.matchAll(OPERATION)) {
    if (left !== right && written.has(`${right}${operator}${left}`)) return true
    written.add(`${left}${operator}${right}`)
  }
  return false
}

const OPERATION = /([\w().]{1,40}) ?([*+/@]) ?([\w().]{1,40})/g

function addConcepts(add: AddFeature, words: readonly CodeWord[], shown: readonly string[]): void {
  const strengths = new Map(shown.map((concept) => [concept, 1]))
  for (const match of conceptMatches(words)) {
    strengths.set(match.concept, (strengths.get(match.concept) ?? 0) + match.strength)
  }
  for (const [concept, strength] of strengths) add(`c ${concept}`, CONCEPT_WEIGHT * saturated(strength))
}

function addFeature(sums: Float64Array, feature: string, weight: number): void {
  const share = weight / Math.sqrt(PLACES)
  let hash = hashOf(feature)
  for (let i = 0; i < PLACES; i++) {
    hash = mix(hash + 0x9e3779b9)
    const place = (hash >>> 1) % LOCAL_EMBEDDER_DIMENSION
    sums[place] = (sums[place] ?? 0) + ((hash & 1) === 1 ? share : -share)
  }
}
