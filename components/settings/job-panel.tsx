import clsx from 'clsx'
import { Button } from '@/components/ui/button.tsx'
import { formatInstant } from '@/components/ui/format.ts'
import { Progress } from '@/components/ui/states.tsx'
import type { ReEmbedJob, SettingsView } from '@/lib/memory/embedders.ts'
import { isOpen, progressSentence } from './prepare-settings.ts'

/** The newest re-embedding: how far, how fast, how it ended, and the way on. */
export function JobPanel({
  job,
  settings,
  isBusy,
  onCancel,
  onResume,
}: {
  job: ReEmbedJob
  settings: SettingsView
  isBusy: boolean
  onCancel: (jobId: string) => void
  onResume: (jobId: string) => void
}) {
  const isStopped = job.state === 'failed' || job.state === 'cancelled'
  const reason = job.items.find((item) => item.state === 'failed')?.reason
  return (
    <section
      aria-label={job.label}
      className={clsx(
        'border-hairline border-b px-6 py-3 max-md:px-4',
        job.state === 'failed' && 'shadow-[inset_2px_0_0_var(--danger)]',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-medium">{job.label}</h2>
        <p role="status" className="text-ink-2 text-small">
          {progressSentence(job, settings)}
        </p>
        <span className="ml-auto flex items-center gap-3">
          {job.finishedAt && <span className="text-ink-3 text-small">{formatInstant(job.finishedAt)}</span>}
          {isOpen(job) && (
            <Button disabled={isBusy} onClick={() => onCancel(job.id)}>
              Cancel
            </Button>
          )}
          {isStopped && (
            <Button disabled={isBusy} onClick={() => onResume(job.id)}>
              Go on
            </Button>
          )}
        </span>
      </div>
      {isOpen(job) && (
        <div className="mt-2">
          <Progress done={job.doneCount} total={job.totalCount} label={job.label} />
        </div>
      )}
      {isOpen(job) && (
        <p className="mt-1 text-ink-3 text-small">
          It goes on when this page is closed, and after a restart; imports come first.
        </p>
      )}
      {job.state === 'failed' && reason && (
        <p className="mt-1 max-w-[90ch] text-pretty text-ink-2 text-small">{reason}</p>
      )}
    </section>
  )
}
