import type { Embedder } from './embedder.ts'
import { createVectorMemory } from './vector-memory.ts'

/** Texts whose vectors are kept: 3.5 kB each at 896 dimensions, so 14 MB. */
const MOST_KEPT = 4_096

/**
 * An embedder that keeps the vectors it was asked for last, because agents ask the same thing again. The vectors are
 * shared: not to be written.
 */
export function rememberVectors(embedder: Embedder, mostKept = MOST_KEPT): Embedder {
  const memory = createVectorMemory(mostKept)
  return {
    ...embedder,
    async embed(texts) {
      const vectors = new Map(texts.map((text) => [text, memory.find(text)]))
      const unknown = [...vectors].flatMap(([text, vector]) => (vector ? [] : [text]))
      const made = unknown.length === 0 ? [] : await embedder.embed(unknown)
      for (const [i, text] of unknown.entries()) vectors.set(text, made[i] ?? null)
      return texts.map((text) => {
        const vector = vectors.get(text)
        if (!vector) throw new Error(`${embedder.id} returned no vector`)
        memory.keep(text, vector)
        return vector
      })
    },
  }
}
