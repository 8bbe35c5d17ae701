'use client'

import { projectHref } from '@/components/frame/project-href.ts'
import { ImportActsOf, SittingImports } from '@/components/jobs/import-acts.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatDuration, plural } from '@/components/ui/format.ts'
import { Progress } from '@/components/ui/states.tsx'
import type { ImportSummary } from './prepare-import.ts'

type ProgressLineProps = {
  summary: ImportSummary
  isRunning: boolean
  isPaused: boolean
  wasStarted: boolean
  project: string
  onPause: () => void
  onCancel: () => void
  onLog: () => void
  onRetry: (() => void) | null
  retryCount: number
  onClear: () => void
}

/** How far an import is; once it has ended, what came of it, to look at and to take back. */
export function ProgressLine({
  project,
  onPause,
  onCancel,
  onLog,
  onRetry,
  retryCount,
  onClear,
  ...far
}: ProgressLineProps) {
  const { summary, isRunning, isPaused, wasStarted } = far
  const { jobIds, counts, done, refused, cancelled, total } = summary
  const [jobId, ...otherJobs] = jobIds
  const isOver = wasStarted && !isRunning
  return (
    <div className="border-hairline border-b">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-6 py-2 max-md:px-4">
        <p role="status" className="text-ink-2">
          {progressWords(far)}
        </p>
        <span className="ml-auto flex flex-wrap gap-2">
          {isRunning && summary.waiting > 0 && (
            <>
              <Button onClick={onPause}>{isPaused ? 'Go on' : 'Pause'}</Button>
              <Button onClick={onCancel}>Cancel the rest</Button>
            </>
          )}
          {isOver && done + refused > 0 && (
            <Button variant="quiet" onClick={onLog}>
              Save the log
            </Button>
          )}
          {onRetry && <Button onClick={onRetry}>Try {formatCount(retryCount)} again</Button>}
          {isOver && (
            <Button variant="quiet" onClick={onClear}>
              Clear the list
            </Button>
          )}
          {isOver && jobId !== undefined && otherJobs.length === 0 && <ImportActsOf jobId={jobId} />}
          {isOver && (counts.episodes > 0 || counts.present > 0) && (
            <LinkButton variant="solid" href={projectHref('/episodes', project)}>
              See the episodes
            </LinkButton>
          )}
        </span>
      </div>
      {otherJobs.length > 0 && !isRunning && <SittingImports jobIds={jobIds} />}
      {wasStarted && <Progress done={done + refused + cancelled} total={total} label="Files read" />}
    </div>
  )
}

function progressWords({
  summary,
  isRunning,
  isPaused,
  wasStarted,
}: Pick<ProgressLineProps, 'summary' | 'isRunning' | 'isPaused' | 'wasStarted'>) {
  const { done, refused, total, ratePerSecond, remainingMs, counts } = summary
  if (!wasStarted) return `${plural(total, 'file')} waiting`
  const read = formatCount(done + refused)
  if (isPaused) return `${read} of ${formatCount(total)}, paused`
  if (isRunning)
    return [
      `${read} of ${formatCount(total)}`,
      ...(ratePerSecond === null ? [] : [rate(ratePerSecond)]),
      ...(remainingMs === null ? [] : [`${formatDuration(Math.max(1_000, remainingMs))} left`]),
    ].join(', ')
  const made = `${plural(counts.subtasks, 'subtask')} and ${plural(counts.entries, 'entry', 'entries')} made`
  return `${read} of ${plural(total, 'file')} read${counts.entries > 0 ? `, ${made}` : ''}`
}

function rate(perSecond: number): string {
  return perSecond >= 1
    ? `${perSecond >= 10 ? formatCount(perSecond) : perSecond.toFixed(1)} a second`
    : `${formatCount(Math.max(1, perSecond * 60))} a minute`
}
