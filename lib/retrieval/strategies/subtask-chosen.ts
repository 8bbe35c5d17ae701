import type { Category } from '../../memory/category.ts'
import { UserError } from '../../memory/errors.ts'
import { MOST_TO_CHOOSE } from '../../memory/question-reading.ts'
import type { Scored } from '../cosine-index.ts'
import { intentOf } from '../plan.ts'
import { type Corpus, type EntryQuery, type EntryStrategy, entryRanking, nearestEntries } from './strategy.ts'

/** `subtask` with a second look: a language model chooses one of its first three, or none. It asks nobody itself. Ours. */
export const subtaskChosen: EntryStrategy = {
  name: 'subtask-chosen',
  source:
    'Ours: a language model chooses one of the first three of subtask, or none. The others follow in their order; scores stay cosines and are no scale. Only questions for which one has chosen (npm run distil -- --questions FILE.jsonl --choose).',
  unit: 'entry',
  cosineOfDescriptions: false,
  parameters: { among: MOST_TO_CHOOSE },
  reads: 'entries',
  needs: 'choices',
  async prepare(corpus) {
    const { choices } = corpus
    if (!choices)
      throw new UserError('needs-choices', 'Models choose over the memory as it is now.', {
        hint: 'Ask subtask-chosen without an earlier moment.',
        status: 409,
        place: 'strategy',
      })
    return async (query) => {
      const { category, hits } = await foundFor(query, corpus)
      const few = hits.slice(0, MOST_TO_CHOOSE).filter(({ id }) => corpus.entries.has(id))
      const lessons = few.flatMap(({ id }) => corpus.entries.get(id) ?? [])
      const place = few.length === 0 ? null : await choices({ text: query.text, category, lessons })
      if (place === undefined) throw notChosen(query)
      const chosen = place === null ? undefined : few[place]
      const ranked = chosen ? [chosen, ...hits.filter((one) => one !== chosen)] : []
      const ranking = entryRanking(ranked, [category], { ...query, floor: null }, corpus)
      return { ...ranking, margin: null, abstained: !chosen && hits.length > 0 ? 'unfit' : ranking.abstained }
    }
  },
}

/** What `subtask` finds for a question, at least as many as a model chooses from. */
export async function foundFor(
  { text, category: known, ...query }: Pick<EntryQuery, 'text' | 'category' | 'scope' | 'limit'>,
  corpus: Pick<Corpus, 'index' | 'embedder'>,
): Promise<{ category: Category; hits: Scored[] }> {
  const { category, description } = intentOf(text, known)
  const limit = query.limit === null ? null : Math.max(query.limit, MOST_TO_CHOOSE)
  return { category, hits: await nearestEntries([category], description, { ...query, limit }, corpus) }
}

function notChosen({ text }: Pick<EntryQuery, 'text'>): UserError {
  return new UserError('not-read', `No model has chosen a lesson for “${text.slice(0, 60)}”.`, {
    hint: 'Have one choose, here or for many: npm run distil -- --project P --questions FILE.jsonl --choose.',
    status: 409,
    place: 'strategy',
  })
}
