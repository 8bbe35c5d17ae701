import { codeWords } from './code-words.ts'
import type { TaskReader, TaskWords } from './embedder.ts'
import { hashOf, mix, READ_CHARACTERS, saturated } from './hashed-vector.ts'

export const TASK_WORDS_ID = 'local-task-v2'

/** What local-v1 weighs less than this is left out: stop words, single letters, numbers. */
const LEFT_OUT_BELOW = 0.25
/** What two words side by side count, in words. */
const PAIR_WEIGHT = 0.7

/**
 * The built-in reader of whole task texts by their words. local-v1 counts everyday words of software work little, because in a
 * description they only tell the stage; in a task they tell the task. So here every word with a meaning of its own counts the
 * same to begin with, and whoever compares weighs it by how few of the memory's tasks have it (see `readTaskCorpus`).
 */
export function createTaskWords(): TaskReader {
  const meaning = new Float32Array(0)
  return {
    id: TASK_WORDS_ID,
    read: async (texts) => texts.map((text) => ({ words: taskWords(text), meaning })),
  }
}

/** Stems and pairs of stems of a text, named by 32-bit hashes, with counts that add ever less. The same on every machine. */
export function taskWords(text: string): TaskWords {
  const counts = new Map<number, { count: number; weight: number }>()
  const add = (feature: string, weight: number) => {
    const hash = mix(hashOf(feature))
    const known = counts.get(hash)
    if (known) known.count++
    else counts.set(hash, { count: 1, weight })
  }
  let before: string | null = null
  for (const { stem, weight, breakBefore } of codeWords(text.slice(0, READ_CHARACTERS))) {
    if (breakBefore) before = null
    if (weight < LEFT_OUT_BELOW) continue
    add(`w ${stem}`, 1)
    if (before !== null) add(`p ${before} ${stem}`, PAIR_WEIGHT)
    before = stem
  }
  const features = Uint32Array.from(counts.keys()).sort()
  const weights = Float64Array.from(features, (feature) => {
    const { count, weight } = counts.get(feature) ?? { count: 0, weight: 0 }
    return weight * saturated(count)
  })
  return { features, weights }
}
