import type { Store } from '../db/store.ts'
import { keepQuestionVectors, listRunQuestions, type RunQuestion } from '../db/vectors/question-vectors.ts'
import type { Embedder } from '../llm/embedder.ts'
import { CATEGORIES, type Category } from '../memory/category.ts'
import { descriptionText } from '../memory/subtask.ts'
import type { UnrelatedQuestion } from './chance.ts'

/** Texts read at a time, so that a stop need not wait. */
const AT_A_TIME = 8

/** Questions that runs asked, in one space of vectors: put to pools that have nothing to do with them, they show chance. */
export function createRunQuestions(store: Store, embedder: Embedder) {
  const read = new Map<string, Float32Array>()
  const isKnown = ({ subtaskId, vector }: RunQuestion) => vector !== null || read.has(subtaskId)

  async function readMissing(list: readonly RunQuestion[], isStopped: () => boolean): Promise<string[]> {
    const missing = list.filter((one) => !isKnown(one))
    const done: string[] = []
    for (let from = 0; from < missing.length && !isStopped(); from += AT_A_TIME) {
      const part = missing.slice(from, from + AT_A_TIME)
      const vectors = await embedder.embed(part.map(({ description }) => descriptionText(description)))
      for (const [i, { subtaskId }] of part.entries()) {
        read.set(subtaskId, vectors[i] as Float32Array)
        done.push(subtaskId)
      }
    }
    return done
  }

  return {
    /**
     * Those of a category. What was not read ahead is read now where that costs nothing, and left out else: an answer does not wait
     * for it. Nothing is written.
     */
    async of(category: Category): Promise<UnrelatedQuestion[]> {
      const list = listRunQuestions(store, embedder.id, category)
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
        const done = await readMissing(listRunQuestions(store, embedder.id, category), isStopped)
        if (done.length === 0) continue
        const rows = done.map((subtaskId) => ({ subtaskId, vector: read.get(subtaskId) as Float32Array }))
        await keepQuestionVectors(store, embedder.id, rows)
      }
    },
  }
}
