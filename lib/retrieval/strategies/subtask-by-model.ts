import { UserError } from '../../memory/errors.ts'
import { intentOf, type KnownCategory } from '../plan.ts'
import { likeliest } from '../predict-category.ts'
import type { Corpus, EntryQuery, EntryStrategy } from './strategy.ts'
import { subtask, twoStages } from './subtask.ts'

/**
 * `subtask` for whoever is not told the category, as a language model reads the question: a whole task by the first intent of its
 * plan, what the agent is about to do by P(z). Over questions that a model has read; it asks nobody itself. Ours.
 */
export const subtaskByModel: EntryStrategy = {
  ...subtask,
  name: 'subtask-by-model',
  source:
    'Ours: subtask with the question as a language model read it, whatever category the question names: for a whole task the first intent of its plan, else the likeliest category. Only questions that were read (npm run distil -- --questions).',
  needs: 'readings',
  async prepare(corpus) {
    const { readings } = corpus
    if (!readings)
      throw new UserError('needs-readings', 'subtask-by-model compares questions that a model has read.', {
        hint: 'Use it in a replay or a batch. For one question ask subtask with "plan": "model".',
        status: 409,
        place: 'strategy',
      })
    return async (query) => twoStages(intentOf(query.text, await readAs(query, readings)), query, corpus)
  },
}

async function readAs(
  { text, category }: EntryQuery,
  readings: NonNullable<Corpus['readings']>,
): Promise<KnownCategory> {
  const reading = await readings({ text, mode: category === null ? 'task' : 'subtask' })
  if (!reading)
    throw new UserError('not-read', `No model has read “${text.slice(0, 60)}”.`, {
      hint: 'Have the questions read first: npm run distil -- --project P --questions FILE.jsonl.',
      status: 409,
      place: 'strategy',
    })
  return reading.plan === null ? likeliest(reading.probabilities) : (reading.plan[0] ?? null)
}
