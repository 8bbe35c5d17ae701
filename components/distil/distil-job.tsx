import clsx from 'clsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Progress } from '@/components/ui/states.tsx'
import type { DistilStatus } from '@/lib/memory/distil/distil.ts'
import { capWords, isAtWork, isOpenJob, jobWords, spentWords, WAY_WORDS } from './prepare-distil.ts'

/** The newest job: how far, how fast, what it took, what failed and why, and the ways on. */
export function DistilJob({ job, today, isBusy, onAct }: DistilJobProps) {
  const most = capWords(job)
  return (
    <section
      aria-label="The newest work"
      className={clsx(
        'border-hairline border-b px-6 py-3 max-md:px-4',
        job.state === 'failed' && 'shadow-[inset_2px_0_0_var(--danger)]',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-medium">{WAY_WORDS[job.with].title}</h2>
        <p role="status" className="text-ink-2 text-small">
          {jobWords(job)}
        </p>
        <JobActs isBusy={isBusy} job={job} onAct={onAct} />
      </div>
      {isOpenJob(job) && (
        <div className="mt-2">
          <Progress done={job.doneCount + job.failedCount} total={job.totalCount} label="Subtasks read" />
        </div>
      )}
      <p className="mt-1 text-ink-3 text-small">
        {spentWords(job.spent)}
        {most !== null && job.spent.callCount > 0 && ` of at most ${most}`}; today, all projects:{' '}
        {spentWords(today)}
      </p>
      {job.reason && job.state !== 'failed' && (
        <p className="mt-1 max-w-[90ch] text-pretty text-ink-2 text-small">{job.reason}</p>
      )}
      {job.failures.length > 0 && (
        <ul className="mt-2 grid gap-1 text-small leading-[18px]">
          {job.failures.slice(0, 5).map(({ label, reason }) => (
            <li key={label} className="pl-3 shadow-[inset_1px_0_0_var(--danger)]">
              <span className="font-mono">{label}</span> <span className="text-ink-2">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type DistilJobProps = {
  job: NonNullable<DistilStatus['job']>
  today: DistilStatus['today']
  isBusy: boolean
  onAct: (act: 'pause' | 'resume' | 'cancel' | 'retry') => void
}

function JobActs({ isBusy, job, onAct }: Pick<DistilJobProps, 'isBusy' | 'job' | 'onAct'>) {
  return (
    <span className="ml-auto flex items-center gap-2">
      {isAtWork(job) && (
        <Button disabled={isBusy} onClick={() => onAct('pause')}>
          Pause
        </Button>
      )}
      {job.state === 'paused' && (
        <Button disabled={isBusy} onClick={() => onAct('resume')}>
          Go on
        </Button>
      )}
      {job.state === 'failed' && (
        <Button disabled={isBusy} onClick={() => onAct('retry')}>
          Try {formatCount(job.failedCount)} again
        </Button>
      )}
      {isOpenJob(job) && (
        <Button disabled={isBusy} onClick={() => onAct('cancel')}>
          Cancel
        </Button>
      )}
    </span>
  )
}
