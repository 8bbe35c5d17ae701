import type { Embedder } from './embedder.ts'
import { createVectorMemory } from './vector-memory.ts'

/** Texts whose vectors are kept: 3.5 kB each at 896 dimensions, so 14 MB. */
const MOST_KEPT = 4_096

/**
 * An embedder that keeps the vectors it was asked for last, because agents ask the same thing again. The vectors are
 * shared: not to be written.
 */
export function rememberVectors(embedder: Embedder, mostKept = MOST_KEPT): Embedder {
  const memory = createVectorMemory(mostKept, embedder.id)
  return { ...embedder, embed: (texts) => memory.vectorsOf(texts, (unknown) => embedder.embed(unknown)) }
}
