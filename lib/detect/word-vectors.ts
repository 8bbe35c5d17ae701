import { localVector } from '../llm/local-embedder.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { descriptionText } from '../memory/text/words.ts'
import { breathe, fullText, type Memory } from './detector.ts'

/** Entries read before others have their turn. */
const AT_A_TIME = 32

/**
 * Entries with the vectors by which detectors compare them: of local-v1, whatever embedder the memory is in. The detectors'
 * limits were chosen on it, and contradictions lie nearer to each other in meaning than the same said twice.
 */
export async function compareByWords(
  entries: readonly MemoryEntry[],
): Promise<Pick<Memory, 'entries' | 'descriptionVectors' | 'textVectors'>> {
  const descriptionVectors: Float32Array[] = []
  const textVectors: Float32Array[] = []
  for (const [nth, entry] of entries.entries()) {
    descriptionVectors.push(localVector(descriptionText(entry.description)))
    textVectors.push(localVector(fullText(entry)))
    if (nth % AT_A_TIME === 0) await breathe()
  }
  return { entries, descriptionVectors, textVectors }
}
