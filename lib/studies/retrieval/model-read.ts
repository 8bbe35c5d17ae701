import { UserError } from '../../memory/errors.ts'
import type { Corpus } from '../../retrieval/strategies/strategy.ts'

type Question = { text: string; category?: string | undefined }
type Readings = Corpus['readings']

/** The questions that a language model has read, in their order. Throws UserError `not-read` when there is none. */
export async function whatWasRead<Q extends Question>(
  queries: readonly Q[],
  readings: Readings,
): Promise<Q[]> {
  const read: Q[] = []
  for (const query of queries) if (await isRead(query, readings)) read.push(query)
  if (read.length > 0) return read
  throw notRead(`any of ${queries.length}`, 'take all questions and another strategy')
}

/** Throws UserError `not-read` unless a model has read every question. */
export async function requireRead(queries: readonly Question[], readings: Readings): Promise<void> {
  let missing = 0
  for (const query of queries) if (!(await isRead(query, readings))) missing++
  if (missing > 0) throw notRead(`${missing} of ${queries.length}`, 'take only those that were read')
}

/** A named category is one of what the agent is about to do; without one the text is a whole task. */
async function isRead({ text, category }: Question, readings: Readings): Promise<boolean> {
  return !!(await readings?.({ text, mode: category ? 'subtask' : 'task' }))
}

function notRead(which: string, instead: string): UserError {
  return new UserError('not-read', `No model has read ${which} questions.`, {
    hint: `Have them read first (npm run distil -- --project P --questions FILE.jsonl), or ${instead}.`,
    status: 409,
    place: 'queries',
  })
}
