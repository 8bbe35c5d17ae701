import { intentOf } from '../plan.ts'
import { predictCategory } from '../predict-category.ts'
import type { EntryStrategy } from './strategy.ts'
import { subtask, twoStages } from './subtask.ts'

/**
 * `subtask` for whoever is not told the category: as the rules predict it from the text. With the true category named, the hard
 * filter cannot open a wrong one by construction; this shows what it costs that agents have to guess. Ours.
 */
export const subtaskPredicted: EntryStrategy = {
  ...subtask,
  name: 'subtask-predicted',
  source:
    'Ours: subtask with the category as rules-v1 predicts it from the text, whatever category the question names.',
  async prepare(corpus) {
    return (query) => {
      // A whole task names none to begin with.
      const category = query.category === null ? null : predictCategory(query.text).probabilities
      return twoStages(intentOf(query.text, category), query, corpus)
    }
  },
}
