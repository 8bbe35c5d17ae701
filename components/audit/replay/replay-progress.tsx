'use client'

import { useRouter } from 'next/navigation'
import { useJobActs } from '@/components/jobs/use-job-acts.ts'
import { Button } from '@/components/ui/button.tsx'
import { formatDuration } from '@/components/ui/format.ts'
import { ErrorState, Progress } from '@/components/ui/states.tsx'
import type { StreamView } from '@/lib/memory/replay/stream.ts'

/** How far a replay is, with stop and go on; nothing once it is done. */
export function ReplayProgress({ view }: { view: StreamView }) {
  const router = useRouter()
  const { id, state, progress, reason, plan, report } = view
  const { fault, isBusy, stop, goOn } = useJobActs(id, router.refresh)
  if (state === 'done') return null
  const isOpen = state === 'waiting' || state === 'running'
  const total = plan.questions * plan.strategies.length * plan.seeds.length
  const done = progress?.done ?? (report ? report.seeds.length * plan.questions * plan.strategies.length : 0)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-2 max-md:px-4">
        <div className="min-w-48 flex-1">
          <Progress done={done} total={progress?.total ?? total} label="Questions asked" />
        </div>
        <span className="text-ink-2 text-small">
          {isOpen && progress === null ? 'reading the stream' : state}
          {progress?.remainingMs ? `, ${formatDuration(Math.max(1_000, progress.remainingMs))} left` : ''}
        </span>
        <Button disabled={isBusy} onClick={isOpen ? stop : goOn}>
          {isOpen ? 'Stop' : 'Go on'}
        </Button>
      </div>
      {reason && !isOpen && <ErrorState what={reason} next="Order it again below, or go on." />}
      {fault && <ErrorState what={fault} next="Look at the list of jobs." />}
    </>
  )
}
