import { UserError } from '../../memory/errors.ts'
import type { Question } from '../../memory/studies/question.ts'
import type { Corpus, Strategy } from '../../retrieval/strategies/strategy.ts'
import type { AskWith } from './ask.ts'

type Asked = Pick<Question, 'text'> & { category?: string | undefined }

/** Whether a model has answered what is to be asked of a question. */
type IsRead<Q> = (question: Q) => Promise<boolean>

/** The questions that a language model has read, in their order. Throws UserError `not-read` when there is none. */
export async function whatWasRead<Q>(queries: readonly Q[], isRead: IsRead<Q>): Promise<Q[]> {
  const read: Q[] = []
  for (const query of queries) if (await isRead(query)) read.push(query)
  if (read.length > 0) return read
  throw notRead(`any of ${queries.length}`, 'take all questions and another strategy')
}

/** Throws UserError `not-read` unless a model has read every question. */
export async function requireRead<Q>(queries: readonly Q[], isRead: IsRead<Q>): Promise<void> {
  let missing = 0
  for (const query of queries) if (!(await isRead(query))) missing++
  if (missing > 0) throw notRead(`${missing} of ${queries.length}`, 'take only those that were read')
}

/** Read in the mode that its category says: one that is named is of what the agent is about to do, without one it is a whole task. */
export function readBy(readings: Corpus['readings']): IsRead<Asked> {
  return async ({ text, category }) => !!(await readings?.({ text, mode: category ? 'subtask' : 'task' }))
}

/**
 * All that these strategies want a model to have answered before: which lesson it chooses, or what it reads in the question; the
 * latter also where no strategy wants anything.
 */
export function readForAll(
  strategies: readonly Strategy[],
  readings: Corpus['readings'],
  ask: AskWith | null,
): IsRead<Question> {
  const choosing = strategies.filter(({ needs }) => needs === 'choices')
  const isRead = readBy(readings)
  const wantsReading = choosing.length === 0 || strategies.some(({ needs }) => needs === 'readings')
  return async (query) => {
    if (wantsReading && !(await isRead(query))) return false
    for (const strategy of choosing)
      if (!(await isChosen(async () => await ask?.(query, strategy)))) return false
    return true
  }
}

async function isChosen(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (error instanceof UserError && error.code === 'not-read') return false
    throw error
  }
}

function notRead(which: string, instead: string): UserError {
  return new UserError('not-read', `No model has read ${which} questions.`, {
    hint: `Have them read first (npm run distil -- --project P --questions FILE.jsonl; with --choose for subtask-chosen), or ${instead}.`,
    status: 409,
    place: 'queries',
  })
}
