import type { Store } from '../db/store.ts'
import { keepQuestionVectors, listRunQuestions, type RunQuestion } from '../db/vectors/question-vectors.ts'
import type { Embedder } from '../llm/embedder.ts'
import { CATEGORIES, type Category } from '../memory/category.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { UnrelatedQuestion } from './chance.ts'

/** Texts read at a time, so that a stop need not wait. */
const AT_A_TIME = 8

/** Questions that runs asked, in one space of vectors: put to pools that have nothing to do with them, they show chance. */
export function createRunQuestions(store: Store, embedder: Embedder) {
  const read = new Map<string, Float32Array>()
  const isKnown = ({ subtaskId, vector }: RunQuestion) => vector !== null || read.has(subtaskId)

  async function readMissing(list: readonly RunQuestion[], isStopped: () => boolean): Promise<void> {
    const missing = list.filter((one) => !isKnown(one))
    for (let from = 0; from < missing.length && !isStopped(); from += AT_A_TIME) {
      const part = missing.slice(from, from + AT_A_TIME)
      const vectors = await embedder.embed(part.map(({ description }) => descriptionText(description)))
      for (const [i, { subtaskId }] of part.entries()) read.set(subtaskId, vectors[i] as Float32Array)
    }
  }

  return {
    /**
     * Those of a category. What was not read ahead is read now where that costs nothing, and left out else: an answer does not wait
     * for it. Nothing is written.
     */
    async of(category: Category): Promise<UnrelatedQuestion[]> {
      const list = await listRunQuestions(store, embedder.id, category)
      if (embedder.cost === 'none') await readMissing(list, () => false)
      return list.flatMap(({ subtaskId, projectId, instanceId, repo, vector }) => {
        const known = vector ?? read.get(subtaskId)
        return known ? [{ projectId, instanceId, repo, vector: known }] : []
      })
    },
    /** Another number once more of them are known. */
    version: () => (embedder.cost === 'none' ? 0 : read.size),
    /** Reads what is missing and keeps it, unless that may cost money. Ends early when `isStopped` says so. */
    async readAhead(isStopped: () => boolean): Promise<void> {
      if (embedder.cost === undefined) return
      for (const category of CATEGORIES) {
        const list = await listRunQuestions(store, embedder.id, category)
        await readMissing(list, isStopped)
        // What an answer has read, or could not be kept the last time, is kept with it.
        const rows = list.flatMap(({ subtaskId, vector: kept }) => {
          const vector = kept === null ? read.get(subtaskId) : undefined
          return vector ? [{ subtaskId, vector }] : []
        })
        if (rows.length > 0) await keepQuestionVectors(store, embedder.id, rows)
      }
    },
  }
}
