import type { ImportResult } from '@/lib/memory/views/jobs.ts'
import { type ImportFile, ImportRefusal, type SendFile } from './import-queue.ts'

/** Where files go: one project, outcomes from one results file, one job for the whole drop. */
export type ImportTarget = { project: string; resultsId: string | null; batch: string }

/** Sends one trajectory file and waits until its subtasks and entries are made. */
export function trajectorySender(target: () => ImportTarget): SendFile {
  return async ({ path, file }, signal) => {
    const { project, resultsId, batch } = target()
    const query = new URLSearchParams({ project, file: path.slice(-1_000), wait: '1', batch })
    if (resultsId !== null) query.set('results', resultsId)
    const body = await post<{ results: ImportResult[] }>(`/api/v1/trajectories?${query}`, file, signal)
    return body.results
  }
}

/** Sends a results file ahead; trajectories sent with its id get their outcome from it. */
export async function sendResults(
  { path, file }: ImportFile,
  project: string,
): Promise<{ id: string; instanceCount: number }> {
  const query = new URLSearchParams({ project, file: path.slice(-1_000) })
  return await post(`/api/v1/results?${query}`, file)
}

async function post<T>(path: string, body: Blob, signal?: AbortSignal): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/octet-stream' },
    signal,
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as T
  const error = (answer as { error?: Partial<ImportRefusal['fault']> } | null)?.error
  throw new ImportRefusal({
    code: error?.code ?? `http-${response.status}`,
    message: error?.message ?? `Loupe answered ${response.status}.`,
    place: error?.place ?? null,
    hint: error?.hint ?? 'Try again; if it stays, look at the log of the server.',
    reference: error?.reference ?? null,
  })
}
