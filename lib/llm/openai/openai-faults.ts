import { UserError } from '../../memory/errors.ts'

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
