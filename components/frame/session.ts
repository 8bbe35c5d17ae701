import { faultText, NO_ANSWER } from '@/components/ui/faults/fault-error.ts'
import type { FaultWords } from '@/lib/memory/views/curation.ts'

/** Signs in, or without a body out; the fault in words where it was refused, else null. */
export async function askSession(body?: Record<string, string>): Promise<FaultWords | null> {
  const sent = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : { method: 'DELETE' }
  const response = await fetch('/api/session', sent).catch(() => null)
  if (response?.ok) return null
  const answer = (await response?.json().catch(() => null)) as { error?: FaultWords } | null | undefined
  return answer?.error ?? NO_ANSWER.error
}

/** Leaves the pages of whoever was signed in, with all that the browser keeps of them. */
export async function signOut(): Promise<string | null> {
  const fault = await askSession()
  if (fault) return faultText(fault)
  window.location.assign('/sign-in')
  return null
}
