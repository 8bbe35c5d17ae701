'use client'

import { useEffect, useRef, useState } from 'react'
import { Acts, JobPanel } from '@/components/jobs/job-panel.tsx'
import { canCancel, isActive, jobSentence } from '@/components/jobs/prepare-jobs.ts'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { saveFile } from '@/components/ui/save-file.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { ActionResult, MemoryImport, TransferReport } from '@/lib/memory/views/curation.ts'

const POLL_MS = 1_000

const fault = (code: string, message: string, hint: string): { ok: false; error: Fault } => ({
  ok: false,
  error: { code, message, place: null, hint, reference: null },
})

/** Follows an import of a memory to its end. `onFound` hears of one that was under way when the page came, or that ended since. */
export function useFollow(onFound: (found: MemoryImport) => void) {
  const { memoryImport } = useCommands()
  const [standing, setStanding] = useState<MemoryImport | null>(null)
  const isGone = useRef(false)
  const found = useRef(onFound)
  useEffect(() => {
    isGone.current = false
    void memoryImport({}).then((newest) => {
      const now = newest.ok ? newest.value : null
      if (now === null) return
      const endedAt = Date.parse(now.job.finishedAt ?? '')
      if (endedAt > performance.timeOrigin) setStanding(now)
      if (canCancel(now.job) || endedAt > performance.timeOrigin) found.current(now)
    })
    return () => {
      isGone.current = true
    }
  }, [memoryImport])

  const follow = async (jobId: string): Promise<ActionResult<TransferReport>> => {
    while (!isGone.current) {
      const asked = await memoryImport({ jobId })
      if (!asked.ok) return asked
      const now = asked.value
      setStanding(now)
      if (now?.report) return { ok: true, value: now.report }
      if (now?.job.state === 'failed')
        return fault('failed', 'The import stopped; nothing of it was stored.', 'Import, Jobs: try it again.')
      if (now === null || now.job.state === 'cancelled')
        return fault(
          'cancelled',
          'Cancelled: nothing of it was stored.',
          'Give the file again to bring it in.',
        )
      await new Promise((later) => setTimeout(later, POLL_MS))
    }
    return fault('left', 'The page was left; the import goes on.', 'Import, Jobs.')
  }
  return { standing, follow, forget: () => setStanding(null) }
}

/** How far an import of a memory is, with what can be done about it; at its end the log. */
export function Standing({ standing: { job, project, fileName } }: { standing: MemoryImport }) {
  const { pauseJob, retryJob, cancelJob, memoryImport } = useCommands()
  const { tell, isBusy } = useTelling()
  const saveLog = async () => {
    const now = await tell(memoryImport({ jobId: job.id, log: true }))
    if (!now.ok || !now.value?.log) return
    saveFile(new Blob(now.value.log.map((line) => `${JSON.stringify(line)}\n`)), 'memory-import.jsonl')
  }
  return (
    <div className="border-hairline border-t">
      <JobPanel
        title={`${fileName} into ${project}`}
        words={`${jobSentence(job)}${job.state === 'paused' ? '; nothing of it is stored yet' : ''}`}
        isFailed={job.state === 'failed'}
        progress={canCancel(job) ? { done: job.doneCount, total: job.totalCount } : null}
        reason={job.state === 'failed' ? job.items.find(({ reason }) => reason !== null)?.reason : null}
        acts={
          <>
            <Acts
              isBusy={isBusy}
              acts={[
                isActive(job) && ['Pause', () => tell(pauseJob({ jobId: job.id }))],
                job.state === 'paused' && ['Go on', () => tell(retryJob({ jobId: job.id }))],
                canCancel(job) && ['Cancel', () => tell(cancelJob({ jobId: job.id }))],
              ]}
            />
            <Button variant="quiet" disabled={isBusy} onClick={() => void saveLog()}>
              Save the log
            </Button>
          </>
        }
      />
    </div>
  )
}
