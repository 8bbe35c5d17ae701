import type { Embedder } from './embedder.ts'

/** Keeps the vectors asked for last, up to a number of texts. They are shared: not to be written. `maker`: who makes them, for a fault. */
export function createVectorMemory(mostKept: number, maker = 'the embedder') {
  const kept = new Map<string, Float32Array>()
  function keep(text: string, vector: Float32Array): void {
    kept.delete(text) // so that it stands last: the first is the one longest not asked for
    kept.set(text, vector)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  }
  function find(text: string): Float32Array | null {
    const vector = kept.get(text)
    if (vector) keep(text, vector)
    return vector ?? null
  }
  return {
    keep,
    find,
    /** One vector a text, in the texts' order; those that are not kept are made, each text once. */
    async vectorsOf(
      texts: readonly string[],
      make: (unknown: string[]) => Promise<Float32Array[]>,
    ): Promise<Float32Array[]> {
      const vectors = new Map(texts.map((text) => [text, find(text)]))
      const unknown = [...vectors].flatMap(([text, vector]) => (vector ? [] : [text]))
      const made = unknown.length === 0 ? [] : await make(unknown)
      for (const [i, text] of unknown.entries()) vectors.set(text, made[i] ?? null)
      return texts.map((text) => {
        const vector = vectors.get(text)
        if (!vector) throw new Error(`${maker} returned no vector`)
        keep(text, vector)
        return vector
      })
    },
  }
}

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
