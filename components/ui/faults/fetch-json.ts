import type { FaultWords } from '@/lib/memory/views/curation.ts'
import { LoupeFault, NO_ANSWER } from './fault-error.ts'

/** Reads one of our own routes for react-query; a fault becomes a LoupeFault that ErrorState can show. */
export async function fetchJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  return await readAnswer<T>(await ask(path, { signal, headers: { accept: 'application/json' } }))
}

/** Sends JSON to one of our own routes and reads its answer; a fault becomes a LoupeFault. */
export async function postJson<T>(path: string, value: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  return await readAnswer<T>(await ask(path, { method: 'POST', headers, body: JSON.stringify(value) }))
}

/** Where nobody answers, the page is told, as a browser tells it of a lost network: then everything waits for the server. */
async function ask(path: string, init: RequestInit): Promise<Response> {
  return await fetch(path, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    globalThis.window?.dispatchEvent(new Event('offline'))
    throw new LoupeFault(NO_ANSWER.error)
  })
}

/** An answer that was cut short is a fault: half of one must not pass for "there is none". */
async function readAnswer<T>(response: Response): Promise<T> {
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body as T
  const error = (body as { error?: Partial<FaultWords> } | null | undefined)?.error
  const message = response.ok ? 'The answer was cut short.' : `Loupe answered ${response.status}.`
  throw new LoupeFault({ ...error, message: error?.message ?? message })
}
