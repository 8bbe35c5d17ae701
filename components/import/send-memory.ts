import type { ActionResult, TransferReport } from '@/lib/memory/views/curation.ts'

export type TransferPolicy = TransferReport['policy']

/** Sends an export of another Loupe; with `dryRun` nothing is stored. */
export async function sendMemory(
  file: Blob,
  { project, policy, dryRun }: { project: string; policy: TransferPolicy; dryRun: boolean },
): Promise<ActionResult<TransferReport>> {
  const query = new URLSearchParams({ project, policy, ...(dryRun ? { 'dry-run': '1' } : {}) })
  const response = await fetch(`/api/v1/entries/import?${query}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return { ok: true, value: answer as TransferReport }
  type Fault = Extract<ActionResult<never>, { ok: false }>['error']
  const error = (answer as { error?: Fault } | null)?.error
  return {
    ok: false,
    error: error ?? {
      code: `http-${response.status}`,
      message: `Loupe answered ${response.status}.`,
      place: null,
      hint: 'Try again; if it stays, look at the log of the server.',
      reference: null,
    },
  }
}
