import { APIConnectionError, APIError } from 'openai'
import { UserError } from '../../memory/errors.ts'
import { type NextTry, retryAfterMs } from '../retry.ts'

/** What a server says may pass: the same again can succeed. */
export function isPassingStatus(status: number | undefined): boolean {
  return status === 408 || status === 409 || status === 429 || (status ?? 0) >= 500
}

/** A refusal of the address rules, which the client wraps. */
export function addressFault(fault: unknown): UserError | null {
  for (let cause = fault; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UserError) return cause
  return null
}

/** Whether the same question may be asked again after a fault of the client, and when. */
export function tryAgain(fault: unknown, now: Date): NextTry {
  if (addressFault(fault)) return null
  if (fault instanceof APIConnectionError || fault instanceof SyntaxError) return { afterMs: 0 }
  if (!(fault instanceof APIError)) return null
  const isPassing = isPassingStatus(fault.status) && fault.code !== 'insufficient_quota'
  return isPassing ? { afterMs: retryAfterMs(fault.headers, now) } : null
}
