import { UserError } from '../memory/errors.ts'

/** How long one call may go on. */
export type Patience = {
  /** Tries in all, 1 = no second. */
  tries: number
  /** Longest wait for one answer, ms. */
  timeoutMs: number
  /** Longest wait between two tries, ms; a server that asks for more is given up. */
  longestWaitMs: number
}

/** Somebody waits for an answer on a page. */
export const ASKING: Patience = { tries: 2, timeoutMs: 10_000, longestWaitMs: 2_000 }
/** Work in the background. */
export const WORKING: Patience = { tries: 6, timeoutMs: 60_000, longestWaitMs: 60_000 }

/** First wait between two tries, ms; it doubles. */
const FIRST_WAIT_MS = 1_000

/** Waits, no longer than until `signal`. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}

/** What a failed try says about the next: none, or one after at least so long (0 = no wish). */
export type NextTry = { afterMs: number } | null

/** Waits and draws, handed in so that tests need neither. */
export type Pause = { sleep: (ms: number, signal?: AbortSignal) => Promise<void>; random: () => number }

/**
 * Does `work` until it succeeds, its fault says that another try is in vain, or patience ends; then throws the last fault.
 * Full jitter: a wait is drawn evenly up to 1, 2, 4 ... s, and is never shorter than the server asked for.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  nextTry: (fault: unknown) => NextTry,
  { tries, longestWaitMs }: Patience,
  { sleep, random }: Pause,
  signal?: AbortSignal,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (fault) {
      const next = nextTry(fault)
      if (signal?.aborted || next === null || tried >= tries || next.afterMs > longestWaitMs) throw fault
      const most = Math.min(longestWaitMs, FIRST_WAIT_MS * 2 ** (tried - 1))
      await sleep(Math.min(longestWaitMs, next.afterMs + random() * most), signal)
      if (signal?.aborted) throw fault
    }
  }
}

/** `Retry-After` in ms, seconds or a date; 0 when absent or unreadable. */
export function retryAfterMs(headers: Headers | undefined, now: Date): number {
  const exact = Number(headers?.get('retry-after-ms') || Number.NaN)
  if (exact >= 0) return exact
  const text = headers?.get('retry-after') ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}

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
