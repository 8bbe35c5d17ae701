'use client'

import { projectHref } from '@/components/frame/project-href.ts'
import { ImportActsOf, SittingImports } from '@/components/jobs/import-acts.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatDuration, plural } from '@/components/ui/format.ts'
import { Progress } from '@/components/ui/states.tsx'
import type { ImportSummary } from './prepare-import.ts'

/** How far an import is; once it has ended, what came of it, to look at and to take back. */
export function ProgressLine({
  summary,
  isRunning,
  wasStarted,
  project,
  onCancel,
  onRetry,
  retryCount,
  onClear,
}: ProgressLineProps) {
  const [jobId, ...otherJobs] = summary.jobIds
  const finished = summary.done + summary.refused
  const hasEpisodes = summary.counts.episodes > 0 || summary.counts.present > 0
  return (
    <div className="border-hairline border-b">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-6 py-2 max-md:px-4">
        <ProgressWords isRunning={isRunning} summary={summary} wasStarted={wasStarted} finished={finished} />
        <ProgressActs
          isRunning={isRunning}
          onCancel={onCancel}
          onClear={onClear}
          onRetry={onRetry}
          project={project}
          retryCount={retryCount}
          summary={summary}
          wasStarted={wasStarted}
          jobId={jobId}
          otherJobs={otherJobs}
          hasEpisodes={hasEpisodes}
        />
      </div>
      {otherJobs.length > 0 && !isRunning && <SittingImports jobIds={summary.jobIds} />}
      {wasStarted && (
        <Progress done={finished + summary.cancelled} total={summary.total} label="Files read" />
      )}
    </div>
  )
}

type ProgressLineProps = {
  summary: ImportSummary
  isRunning: boolean
  wasStarted: boolean
  project: string
  onCancel: () => void
  onRetry: (() => void) | null
  retryCount: number
  onClear: () => void
}

function ProgressWords({
  isRunning,
  summary,
  wasStarted,
  finished,
}: Pick<ProgressLineProps, 'isRunning' | 'summary' | 'wasStarted'> & { finished: number }) {
  return (
    <p role="status" className="text-ink-2">
      {!wasStarted && `${plural(summary.total, 'file')} waiting`}
      {wasStarted && isRunning && (
        <>
          {formatCount(finished)} of {formatCount(summary.total)}
          {summary.ratePerSecond !== null && `, ${rate(summary.ratePerSecond)}`}
          {summary.remainingMs !== null && `, ${formatDuration(Math.max(1_000, summary.remainingMs))} left`}
        </>
      )}
      {wasStarted && !isRunning && (
        <>
          {formatCount(finished)} of {plural(summary.total, 'file')} read
          {summary.counts.entries > 0 &&
            `, ${plural(summary.counts.subtasks, 'subtask')} and ${plural(summary.counts.entries, 'entry', 'entries')} made`}
        </>
      )}
    </p>
  )
}

function ProgressActs({
  isRunning,
  onCancel,
  onClear,
  onRetry,
  project,
  retryCount,
  summary,
  wasStarted,
  jobId,
  otherJobs,
  hasEpisodes,
}: Pick<
  ProgressLineProps,
  'isRunning' | 'onCancel' | 'onClear' | 'onRetry' | 'project' | 'retryCount' | 'summary' | 'wasStarted'
> & { jobId: string | undefined; otherJobs: string[]; hasEpisodes: boolean }) {
  return (
    <span className="ml-auto flex flex-wrap gap-2">
      {isRunning && summary.waiting > 0 && <Button onClick={onCancel}>Cancel the rest</Button>}
      {onRetry && <Button onClick={onRetry}>Try {formatCount(retryCount)} again</Button>}
      {wasStarted && !isRunning && (
        <>
          <Button variant="quiet" onClick={onClear}>
            Clear the list
          </Button>
          {jobId !== undefined && otherJobs.length === 0 && <ImportActsOf jobId={jobId} />}
          {hasEpisodes && (
            <LinkButton variant="solid" href={projectHref('/episodes', project)}>
              See the episodes
            </LinkButton>
          )}
        </>
      )}
    </span>
  )
}

function rate(perSecond: number): string {
  return perSecond >= 1
    ? `${perSecond >= 10 ? formatCount(perSecond) : perSecond.toFixed(1)} a second`
    : `${formatCount(Math.max(1, perSecond * 60))} a minute`
}
