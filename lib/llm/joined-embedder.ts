import { TASK_WORDS_ID, taskWords } from './code-words.ts'
import type { Embedder, TaskReader } from './embedder.ts'
import { LOCAL_EMBEDDER_DIMENSION, localFeatures, localVector } from './local-embedder.ts'
import { SENTENCE_DIMENSION } from './minilm/sentence-model.ts'

export const JOINED_EMBEDDER_ID = 'local-v2'
export const JOINED_EMBEDDER_DIMENSION = LOCAL_EMBEDDER_DIMENSION + SENTENCE_DIMENSION

/** Share of meaning in the cosine of two vectors; the rest are words. Fixed before it was measured, and part of the model. */
const MEANING_SHARE = 0.6

/** Sentence vectors of the texts, in their order: 384 numbers, length 1. */
type EmbedSentences = (texts: readonly string[]) => Promise<Float32Array[]>

/**
 * `local-v2`: the words of local-v1 beside the meaning of a sentence model, so that the cosine of two texts is 0.4 times that
 * of their words plus 0.6 times that of their meanings. A text without a word gives the zero vector, whatever the model says.
 */
export function createJoinedEmbedder(embedSentences: EmbedSentences): Embedder {
  return {
    id: JOINED_EMBEDDER_ID,
    dimension: JOINED_EMBEDDER_DIMENSION,
    cost: 'machine',
    lexical: { places: LOCAL_EMBEDDER_DIMENSION, share: 1 - MEANING_SHARE, features: localFeatures },
    async embed(texts) {
      const words = texts.map(localVector)
      const isTelling = words.map((vector) => vector.some((value) => value !== 0))
      const meanings = await embedSentences(texts.filter((_, i) => isTelling[i]))
      let next = 0
      return words.map((vector, i) => (isTelling[i] ? joined(vector, meanings[next++]) : silent()))
    },
    tasks: createJoinedTasks(embedSentences),
  }
}

/** `local-task-v2` and the sentence model side by side; whoever compares takes half of each. */
function createJoinedTasks(embedSentences: EmbedSentences): TaskReader {
  return {
    id: `${TASK_WORDS_ID}, joined half and half with the sentence model of ${JOINED_EMBEDDER_ID}`,
    async read(texts) {
      const meanings = await embedSentences(texts)
      return texts.map((text, i) => {
        const words = taskWords(text)
        const meaning = words.features.length > 0 ? meanings[i] : undefined
        return { words, meaning: meaning ?? new Float32Array(SENTENCE_DIMENSION) }
      })
    },
  }
}

function joined(words: Float32Array, meaning: Float32Array | undefined): Float32Array {
  if (meaning?.length !== SENTENCE_DIMENSION) throw new Error('the sentence embedder returned no vector')
  const vector = silent()
  for (const [place, value] of words.entries()) vector[place] = WORDS_FACTOR * value
  for (const [place, value] of meaning.entries())
    vector[LOCAL_EMBEDDER_DIMENSION + place] = MEANING_FACTOR * value
  return vector
}

const WORDS_FACTOR = Math.sqrt(1 - MEANING_SHARE)
const MEANING_FACTOR = Math.sqrt(MEANING_SHARE)

function silent(): Float32Array {
  return new Float32Array(JOINED_EMBEDDER_DIMENSION)
}
