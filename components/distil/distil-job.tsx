import { useQueryClient } from '@tanstack/react-query'
import { Acts, JobPanel } from '@/components/jobs/job-panel.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { DistilStatus } from '@/lib/memory/distil/distil.ts'
import { capWords, isAtWork, isOpenJob, jobWords, spentWords, WAY_WORDS } from './prepare-distil.ts'

type DistilJobProps = { job: NonNullable<DistilStatus['job']>; today: DistilStatus['today'] }

/** The newest job of a model: how far, what it took, and the ways on. */
export function DistilJob({ job, today }: DistilJobProps) {
  const { actOnDistil, retryJob } = useCommands()
  const client = useQueryClient()
  const { tell, isBusy } = useTelling()
  const most = capWords(job)
  const jobId = job.id
  const act = async (asked: ReturnType<typeof actOnDistil>, said: string) => {
    await tell(asked, said)
    await client.invalidateQueries()
  }
  return (
    <JobPanel
      title={WAY_WORDS[job.with].title}
      words={jobWords(job)}
      isFailed={job.state === 'failed'}
      progress={isOpenJob(job) ? { done: job.doneCount + job.failedCount, total: job.totalCount } : null}
      reason={job.state === 'failed' ? null : job.reason}
      failures={job.failures.map((failure) => ({ key: failure.label, ...failure }))}
      acts={
        <Acts
          isBusy={isBusy}
          acts={[
            isAtWork(job) && [
              'Pause',
              () => act(actOnDistil({ jobId, act: 'pause' }), 'Paused after what is under way.'),
            ],
            job.state === 'paused' && [
              'Go on',
              () => act(actOnDistil({ jobId, act: 'resume' }), 'It goes on.'),
            ],
            job.state === 'failed' && [
              `Try ${formatCount(job.failedCount)} again`,
              () => act(retryJob({ jobId }), 'They are tried again.'),
            ],
            isOpenJob(job) && [
              'Cancel',
              () => act(actOnDistil({ jobId, act: 'cancel' }), 'Cancelled; what is done stays.'),
            ],
          ]}
        />
      }
    >
      <p className="mt-1 text-ink-3 text-small">
        {spentWords(job.spent)}
        {most !== null && job.spent.callCount > 0 && ` of at most ${most}`}; today, all projects:{' '}
        {spentWords(today)}
      </p>
    </JobPanel>
  )
}
