/** Turns texts into vectors of one fixed model (E of arXiv 2602.21611 eq. 2). Vectors of different `id` are never compared. */
export interface Embedder {
  /** Model and version, recorded beside every vector, e.g. `local-v2`. */
  readonly id: string
  readonly dimension: number
  /** What a text takes: nothing to speak of, or milliseconds of this machine; absent: perhaps money. */
  readonly cost?: 'none' | 'machine'
  /**
   * One vector a text, in the texts' order, of length 1. The zero vector where a text has nothing to go by
   * (empty, or punctuation only): its cosine with everything is 0. Never NaN. Shared: not to be written.
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>
  /** What is known of the vector's first places before words are hashed into them; absent = the vector is all there is. */
  readonly lexical?: Lexical
  /** Reads whole task texts where those are compared in another way; absent = by this embedder's vectors. */
  readonly tasks?: TaskReader
}

/**
 * The words behind a hashed vector. Two words may share a place by chance, so that a place explains nothing; two texts share
 * a feature only when both have it.
 */
interface Lexical {
  /** Places of the vector that hold words, from the first. */
  places: number
  /** Share of the words in the cosine of two whole vectors. */
  share: number
  features(text: string): ReadonlyMap<string, number>
}

/** Reads whole task texts. What it makes of them is not stored. */
export interface TaskReader {
  readonly id: string
  read(texts: readonly string[]): Promise<TaskText[]>
}

/** A whole task text, ready to be compared with others of the same reader. */
export type TaskText = {
  words: TaskWords
  /** Length 1, or zero; empty for a reader of words only. */
  meaning: Float32Array
}

/** The words and pairs of words of a text: a number for each, ascending, and its weight before idf. */
export type TaskWords = { features: Uint32Array; weights: Float64Array }

export async function embedOne(embedder: Embedder, text: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([text])
  if (!vector) throw new Error(`${embedder.id} returned no vector`)
  return vector
}
