import type { Embedder } from './embedder.ts'
import { hashOf, mix, toUnitLength } from './hashed-vector.ts'

export const NGRAM_EMBEDDER_ID = 'local-ngram-v1'
export const NGRAM_EMBEDDER_DIMENSION = 512

/** Longer texts are read up to here (ours). */
const READ_CHARACTERS = 20_000
const SHORTEST = 3
const LONGEST = 5

/**
 * A second built-in embedder, there so that two spaces can be compared without a network: runs of 3 to 5 letters, hashed
 * into 512 signed places. It knows spelling and nothing of meaning. The same bits on every machine.
 */
export function createNgramEmbedder(): Embedder {
  return {
    id: NGRAM_EMBEDDER_ID,
    dimension: NGRAM_EMBEDDER_DIMENSION,
    cost: 'none',
    embed: async (texts) => texts.map(ngramVector),
    lexical: { places: NGRAM_EMBEDDER_DIMENSION, share: 1, features: ngramFeatures },
  }
}

/** The local-ngram-v1 vector of a text: length 1, or zero when the text holds neither letter nor digit. */
export function ngramVector(text: string): Float32Array {
  const sums = new Float64Array(NGRAM_EMBEDDER_DIMENSION)
  for (const [gram, weight] of ngramFeatures(text)) {
    const hash = mix(hashOf(gram))
    const place = (hash >>> 1) % NGRAM_EMBEDDER_DIMENSION
    sums[place] = (sums[place] ?? 0) + ((hash & 1) === 1 ? weight : -weight)
  }
  return toUnitLength(sums)
}

function ngramFeatures(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text.slice(0, READ_CHARACTERS)))
    for (const gram of gramsOf(`^${word}$`)) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  return new Map([...counts].map(([gram, count]) => [gram, sublinear(count)]))
}

/** Folds ASCII only, so that the result never depends on the ICU data of a machine; other scripts are taken as they are. */
function wordsOf(text: string): string[] {
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return folded.match(/[a-z0-9\u0080-\uffff]+/g) ?? []
}

function* gramsOf(marked: string): Generator<string> {
  for (let length = SHORTEST; length <= LONGEST; length++)
    for (let i = 0; i + length <= marked.length; i++) yield marked.slice(i, i + length)
}

/** 1, 1.5, 1.75 ...: a repeated run adds ever less. Not a logarithm, whose last bits differ between machines. */
function sublinear(count: number): number {
  let sum = 0
  for (let i = 0, share = 1; i < count && i < 24; i++, share /= 2) sum += share
  return sum
}
