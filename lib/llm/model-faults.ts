import { UserError } from '../memory/errors.ts'

const HALTED = 'job-halted'

/** Faults that are not this request's own: whoever has many waits with all of them. */
const OF_THE_WAY = ['model-unreachable', 'model-refused', 'cap-reached', 'bad-server-address', HALTED]

/** Whether the way to the model is at fault, and not what was asked: the same request may be answered another time. */
export function isOfTheWay(fault: unknown): boolean {
  return fault instanceof UserError && OF_THE_WAY.includes(fault.code)
}

/** The way to a model does not work now; another time it may. */
export function unreachable(who: string, what: string, hint: string): UserError {
  return new UserError('model-unreachable', `${who} ${what}.`, { hint, status: 503 })
}

/** The way to a model does not work before a person changes something. */
export function refusing(who: string, what: string, hint: string): UserError {
  return new UserError('model-refused', `${who} ${what}.`, { hint, status: 502 })
}

/** Nobody wants an answer any more: its job was cancelled, or Loupe is being stopped. */
export function halted(): UserError {
  return new UserError(HALTED, 'The work was ended before its answer came.', {
    hint: 'What was answered is kept; let it go on to ask again.',
    status: 503,
  })
}

/** One request has no answer that can be used: `answer-cut`, `answer-declined`, `answer-not-json`, `answer-unfit`, `answer-too-large`, `prompt-too-long`, `not-recorded`. */
export function noAnswer(code: string, message: string, hint: string): UserError {
  return new UserError(code, message, { hint, status: 422 })
}
