'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { MarkFrame } from '@/components/marks/mark-frame.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatDuration, formatInstant, formatTime, plural } from '@/components/ui/format.ts'
import { EmptyState } from '@/components/ui/states.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { JobView } from '@/lib/memory/views/jobs.ts'
import { ImportActs } from './import-acts.tsx'
import { Acts, JobPanel } from './job-panel.tsx'
import { canCancel, isActive, jobSentence, jobsVerdict } from './prepare-jobs.ts'

const SHOWN = 50
const POLL_MS = 1_000

/** Background work: how far, how fast, what failed and why. Asks again every second while something runs. */
export function JobList({ initial }: { initial: JobView[] }) {
  const href = useProjectHref()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['jobs'],
    queryFn: ({ signal }) => fetchJson<{ jobs: JobView[] }>(`/api/v1/jobs?limit=${SHOWN}`, signal),
    initialData: { jobs: initial },
    staleTime: 0,
    refetchInterval: (query) => (query.state.data?.jobs.some(isActive) ? POLL_MS : 10_000),
  })
  const { jobs } = data
  return (
    <Screen
      crumbs={[{ label: 'Import', path: '/import' }, { label: 'Jobs' }]}
      question="What is Loupe working on, and what went wrong?"
      verdict={jobsVerdict(jobs)}
      basis={
        jobs.length > 0 ? (
          <>
            <span>work goes on when this page is closed, and after a restart</span>
            {jobs.length >= SHOWN && <span className="text-ink-3">the newest {SHOWN}</span>}
          </>
        ) : undefined
      }
    >
      {error && (
        <ReadErrorState
          error={error}
          what="The jobs could not be read again."
          next={`What stands below is as of ${formatTime(new Date(dataUpdatedAt).toISOString())}.`}
          onRetry={refetch}
        />
      )}
      {jobs.length === 0 ? (
        <EmptyState
          title="Nothing to do and nothing done yet."
          actions={
            <LinkButton variant="solid" href={href('/import')}>
              Import
            </LinkButton>
          }
        >
          Reading a trajectory, making its entries and embedding them are jobs; they appear here while they
          run and stay with what failed.
        </EmptyState>
      ) : (
        <ol className={clsx(error && 'opacity-60')}>
          {jobs.map((job) => (
            <li key={job.id}>
              <JobRow job={job} />
            </li>
          ))}
        </ol>
      )}
    </Screen>
  )
}

function JobRow({ job }: { job: JobView }) {
  const { cancelJob, pauseJob, retryJob } = useCommands()
  const client = useQueryClient()
  const { tell, isBusy } = useTelling()
  const failed = job.items.filter((item) => item.state === 'failed')
  const act = async (action: typeof cancelJob, done: string) => {
    await tell(action({ jobId: job.id }), done)
    await client.invalidateQueries({ queryKey: ['jobs'] })
  }
  // A memory whose import was cancelled is kept nowhere.
  const isOver = job.kind === 'bring' && job.state === 'cancelled'
  const isIdle = failed.length > 0 ? !isActive(job) && job.state !== 'held' : GOES_ON.includes(job.state)
  const goOn =
    failed.length > 0
      ? `Try ${formatCount(job.failedCount)} again`
      : job.state === 'failed'
        ? 'Try again'
        : 'Go on'
  return (
    <JobPanel
      title={job.label}
      mark={<JobMark state={job.state} />}
      words={jobSentence(job)}
      isFailed={job.state === 'failed'}
      progress={isActive(job) ? { done: job.doneCount + job.failedCount, total: job.totalCount } : null}
      reason={job.reason}
      failures={failed.map(({ id, ...item }) => ({ key: id, ...item }))}
      acts={
        <>
          <Acts
            isBusy={isBusy}
            acts={[
              canCancel(job) && [
                'Cancel',
                () => act(cancelJob, `${job.label} is cancelled; what is done stays.`),
              ],
              isActive(job) &&
                ['bring', 'extract'].includes(job.kind) && [
                  'Pause',
                  () => act(pauseJob, `${job.label} is paused.`),
                ],
              isIdle && !isOver && [goOn, () => act(retryJob, `${job.label} goes on.`)],
            ]}
          />
          <ImportActs job={job} />
          <span
            className="min-w-[250px] whitespace-nowrap text-right text-ink-3 text-small max-md:hidden"
            title={formatInstant(job.createdAt)}
          >
            {job.finishedAt && job.startedAt
              ? `took ${formatDuration(Math.max(1, Date.parse(job.finishedAt) - Date.parse(job.startedAt)))}, ${formatInstant(job.finishedAt)}`
              : `since ${formatTime(job.startedAt ?? job.createdAt)} UTC`}
          </span>
        </>
      }
    >
      {job.failedCount > failed.length && (
        <p className="mt-1 text-ink-3 text-small">
          {plural(job.failedCount - failed.length, 'more')} not listed
        </p>
      )}
    </JobPanel>
  )
}

/** States from which a job goes on when a person says so. */
const GOES_ON: JobView['state'][] = ['failed', 'cancelled', 'paused']

/** State as a mark; the word stands in the sentence beside it. */
function JobMark({ state }: { state: JobView['state'] }) {
  return (
    <MarkFrame>
      {state === 'waiting' && <circle cx="6" cy="6" r="4.6" stroke="var(--control)" strokeDasharray="2 2" />}
      {state === 'running' && (
        <>
          <circle cx="6" cy="6" r="4.6" stroke="var(--text)" />
          <path d="M6 1.4a4.6 4.6 0 0 1 0 9.2z" fill="var(--text)" />
        </>
      )}
      {state === 'done' && <path d="M2 6.4 4.8 9.2 10 3.2" stroke="var(--success)" />}
      {state === 'failed' && <path d="m2.6 2.6 6.8 6.8m0-6.8L2.6 9.4" stroke="var(--danger)" />}
      {(state === 'paused' || state === 'held') && <path d="M4 3v6M8 3v6" stroke="var(--warning)" />}
      {state === 'cancelled' && <path d="M2.5 6h7" stroke="var(--control)" />}
    </MarkFrame>
  )
}
