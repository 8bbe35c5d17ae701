import OpenAI, { APIConnectionError, APIError } from 'openai'
import { UserError } from '../../memory/errors.ts'
import { type NextTry, type Patience, type Pause, retryAfterMs } from '../retry.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { ServerSettings } from './server-settings.ts'

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

export type OpenAiDeps = Pause & { patience: Patience; now: () => Date; fetch?: typeof fetch }

/** A client that asks the server of the settings alone and tries once; of an answer at most `mostBytes` are read where that is said. */
export function openClient(
  { apiKey, baseUrl, rules }: ServerSettings,
  deps: Pick<OpenAiDeps, 'patience' | 'fetch'>,
  limits?: { mostBytes: number },
): OpenAI {
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl.href.replace(/\/$/, ''),
    // Said here, because the client would otherwise read more variables than we name.
    organization: null,
    project: null,
    maxRetries: 0, // ours: see retry.ts
    timeout: deps.patience.timeoutMs,
    logLevel: 'off',
    fetch: deps.fetch ?? createGuardedFetch(rules, limits),
    ...(apiKey === null ? { defaultHeaders: { Authorization: null } } : {}),
  })
}
