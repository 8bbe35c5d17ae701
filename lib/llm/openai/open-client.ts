import OpenAI from 'openai'
import type { Patience, Pause } from '../retry.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import type { ServerSettings } from './server-settings.ts'

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
