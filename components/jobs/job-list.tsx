'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { MarkFrame } from '@/components/marks/mark-frame.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatCount, formatDuration, formatInstant, formatTime, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { EmptyState, Progress } from '@/components/ui/states.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { JobView } from '@/lib/memory/views/jobs.ts'
import { ImportActs } from './import-acts.tsx'
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
            <li key={job.id} className="border-hairline border-b">
              <JobRow job={job} />
            </li>
          ))}
        </ol>
      )}
    </Screen>
  )
}

function JobRow(props: JobRowProps) {
  const state = useJob(props)
  const { job } = state

  return (
    <article
      aria-label={job.label}
      className={clsx(
        'px-6 py-3 max-md:px-4',
        job.state === 'failed' && 'shadow-[inset_2px_0_0_var(--danger)]',
      )}
    >
      <JobLine {...state} />
      {isActive(job) && (
        <div className="mt-2">
          <Progress done={job.doneCount + job.failedCount} total={job.totalCount} label={job.label} />
        </div>
      )}
      {job.reason && <p className="mt-1 text-ink-2 text-small">{job.reason}</p>}
      <FailedItems {...state} />
      <MoreFailed {...state} />
    </article>
  )
}

type JobRowProps = { job: JobView }

type JobState = ReturnType<typeof useJob>

function useJob({ job }: JobRowProps) {
  const { cancelJob: cancel, retryJob: retry } = useCommands()
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const { tell, isBusy } = useTelling()
  const failed = job.items.filter((item) => item.state === 'failed')
  const shown = isOpen ? failed : failed.slice(0, 3)

  const act = async (action: typeof cancel | typeof retry, done: string) => {
    await tell(action({ jobId: job.id }), done)
    await client.invalidateQueries({ queryKey: ['jobs'] })
  }
  return { act, cancel, failed, isBusy, isOpen, job, retry, setOpen, shown }
}

function JobLine({ act, cancel, failed, isBusy, job, retry }: JobState) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <JobMark state={job.state} />
      <h2 className="min-w-0 max-w-full truncate font-medium" title={job.label}>
        {job.label}
      </h2>
      <p role={isActive(job) ? 'status' : undefined} className="text-ink-2 text-small">
        {jobSentence(job)}
      </p>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <span
          className="whitespace-nowrap text-ink-3 text-small max-md:hidden"
          title={formatInstant(job.createdAt)}
        >
          {job.finishedAt && job.startedAt
            ? `took ${formatDuration(Math.max(1, Date.parse(job.finishedAt) - Date.parse(job.startedAt)))}, ${formatInstant(job.finishedAt)}`
            : `since ${formatTime(job.startedAt ?? job.createdAt)} UTC`}
        </span>
        {canCancel(job) && (
          <Button
            disabled={isBusy}
            onClick={() => act(cancel, `${job.label} is cancelled; what is done stays.`)}
          >
            Cancel
          </Button>
        )}
        {(failed.length > 0 ? !isActive(job) && job.state !== 'held' : GOES_ON.includes(job.state)) && (
          <Button disabled={isBusy} onClick={() => act(retry, `${job.label} goes on.`)}>
            {failed.length > 0
              ? `Try ${formatCount(job.failedCount)} again`
              : job.state === 'cancelled' || job.state === 'paused'
                ? 'Go on'
                : 'Try again'}
          </Button>
        )}
        <ImportActs job={job} />
      </span>
    </div>
  )
}

function FailedItems({ failed, shown }: JobState) {
  return (
    failed.length > 0 && (
      <ul className="mt-2 grid gap-1 text-small leading-[18px]">
        {shown.map((item) => (
          <li key={item.id} className="pl-3 shadow-[inset_1px_0_0_var(--danger)]">
            {item.href ? (
              <Link href={item.href} className="link font-mono">
                {item.label}
              </Link>
            ) : (
              <span className="font-mono [overflow-wrap:anywhere]">{item.label}</span>
            )}{' '}
            <span className="text-ink-2">{item.reason ?? 'no reason was kept'}</span>
            {item.attempts > 1 && <span className="text-ink-3">, {item.attempts} attempts</span>}
          </li>
        ))}
      </ul>
    )
  )
}

function MoreFailed({ failed, isOpen, job, setOpen }: JobState) {
  return (
    (failed.length > 3 || job.failedCount > failed.length) && (
      <p className="mt-1 text-small">
        {failed.length > 3 && (
          <button
            type="button"
            className="link max-md:py-3.5"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'show three' : `show all ${formatCount(failed.length)}`}
          </button>
        )}
        {job.failedCount > failed.length && (
          <span className="ml-2 text-ink-3">
            {plural(job.failedCount - failed.length, 'more')} not listed
          </span>
        )}
      </p>
    )
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
