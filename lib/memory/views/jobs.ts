import type { Outcome } from '../trajectory.ts'

export type JobItemView = {
  id: string
  label: string
  /** `held` = it waits for an answer. */
  state: 'waiting' | 'running' | 'held' | 'done' | 'failed' | 'cancelled'
  reason: string | null
  attempts: number
  href: string | null
}

export type JobView = {
  id: string
  kind: string
  projectId: string | null
  label: string
  /** `paused` by a person or a cap; `held` = all that is left waits for answers. */
  state: 'waiting' | 'running' | 'paused' | 'held' | 'done' | 'failed' | 'cancelled'
  doneCount: number
  failedCount: number
  totalCount: number
  /** Items a second over the life of the job so far; null before the first. */
  ratePerSecond: number | null
  remainingMs: number | null
  reason: string | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
  /** Of an import that has ended: whether an entry from it is still in service or waits. */
  hasEntries: boolean
  items: JobItemView[]
}

/** A look through everything stored for what today's scanner takes for a secret: the job, and what it came to so far. */
export type SecretRescan = {
  job: JobView
  /** Texts that got dots. */
  maskedCount: number
  /** Entries and reasons of the log that hold one: people decide, nothing was changed. */
  entryCount: number
  reasonCount: number
}

/** What became of one record of one file. Field names are the `import` command's. */
export type ImportResult = {
  file: string
  format: string | null
  instanceId: string | null
  /** First line of what the run was to do. */
  taskTitle?: string
  steps: number | null
  outcome: Outcome
  outcomeSource: string | null
  /** Null until extraction is done, or when there is none. */
  subtasks: number | null
  entries: number | null
  status: 'imported' | 'present' | 'recognised' | 'unsupported' | 'not-a-trajectory' | 'failed'
  warnings: string[]
  parent?: string
  episodeId?: string
  jobId?: string
  /** The work of finding its stages, where the answer did not wait for it. */
  itemId?: string
  /** For `failed`: what, where, what next. */
  error?: { code: string; message: string; place: string | null; hint: string }
}
