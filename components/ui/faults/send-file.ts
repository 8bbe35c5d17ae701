import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { NO_ANSWER } from './fault-error.ts'

/** Sends a file, or a text as JSON, to one of our own routes; what went wrong is told as a command tells it. */
export async function sendFile<T>(
  path: string,
  body: Blob | string,
  signal?: AbortSignal,
): Promise<ActionResult<T>> {
  // Never the file's own type: a browser calls runs application/json, and the route takes bytes.
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const headers = { 'content-type': type }
  const response = await fetch(path, { method: 'POST', body, headers, signal }).catch(() => null)
  if (response === null) return NO_ANSWER
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return { ok: true, value: answer as T }
  const unsaid = {
    code: `http-${response.status}`,
    message: `Loupe answered ${response.status}.`,
    place: null,
    hint: 'Try again; if it stays, look at the log of the server.',
    reference: null,
  }
  return { ok: false, error: { ...unsaid, ...(answer as { error?: object } | null)?.error } }
}
