import { UserError } from '../../memory/errors.ts'
import { descriptionText } from '../../memory/text/words.ts'
import { intentOf } from '../plan.ts'
import { type EntryStrategy, entryRanking, nearestEntries } from './strategy.ts'

/** Keys handed to the model at most, the nearest by cosine (ours: a prompt has an end). */
const MOST_KEYS = 40

/** A model chooses one of the keys that exist, or none: it can neither invent a key nor inject two lessons. */
export const constrained: EntryStrategy = {
  name: 'constrained',
  after: 'SCG-MEM',
  source:
    'Our reading of SCG-MEM, arXiv 2604.20117: the model must choose one of the existing keys, as an enum of its answer, or none. Ours: stage 1 as in subtask, and the 40 nearest d as keys. The score is the cosine of the chosen one.',
  unit: 'entry',
  cosineOfDescriptions: true,
  parameters: { keys: MOST_KEYS },
  reads: 'entries',
  needs: 'model',
  async prepare(corpus) {
    const { choose } = corpus
    if (!choose)
      throw new UserError(
        'needs-model',
        'The strategy constrained needs a language model, and none is set up.',
        { hint: 'Choose another strategy; every other one works without a model.', place: 'strategy' },
      )
    return async (query) => {
      const { category, description } = intentOf(query.text, query.category)
      const hits = await nearestEntries([category], description, { ...query, limit: MOST_KEYS }, corpus)
      if (hits.length === 0) return entryRanking([], [category], query, corpus)
      const keys = hits.map(({ id }) => {
        const entry = corpus.entries.get(id)
        return entry ? descriptionText(entry.description) : id
      })
      const chosen = await choose(descriptionText(description), keys)
      return entryRanking(
        hits.filter((_, place) => place === chosen),
        [category],
        query,
        corpus,
      )
    }
  },
}
