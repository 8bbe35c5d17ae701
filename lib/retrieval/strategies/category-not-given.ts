import { intentOf, type KnownCategory } from '../plan.ts'
import { predictCategory } from '../predict-category.ts'
import type { EntryStrategy } from './strategy.ts'
import { subtask, twoStages } from './subtask.ts'

/**
 * `subtask` for whoever is not told the category: as the rules predict it from the text. With the true category named, the hard
 * filter cannot open a wrong one by construction; this shows what it costs that agents have to guess. Ours.
 */
export const subtaskPredicted: EntryStrategy = without(
  'subtask-predicted',
  'the category as rules-v1 predicts it from the text, whatever category the question names',
  (text) => predictCategory(text).probabilities,
)

/** `subtask` as a plan begins: the text taken for a whole task, and ANALYZE asked first. Ours. */
export const subtaskPlanned: EntryStrategy = without(
  'subtask-planned',
  'the text taken for a whole task, so that its plan begins with ANALYZE, whatever category the question names',
  () => null,
)

function without(name: string, how: string, known: (text: string) => KnownCategory): EntryStrategy {
  return {
    ...subtask,
    name,
    source: `Ours: subtask with ${how}.`,
    async prepare(corpus) {
      return (query) => {
        // A whole task names none to begin with.
        const category = query.category === null ? null : known(query.text)
        return twoStages(intentOf(query.text, category), query, corpus)
      }
    },
  }
}
