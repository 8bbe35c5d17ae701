'use client'

import { useState, useTransition } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'

/** Stops a job and lets it go on; then what is shown of it is read again. */
export function useJobActs(jobId: string | null, readAgain: () => unknown) {
  const { cancelJob, retryJob } = useCommands()
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, start] = useTransition()
  const act = (ask: typeof cancelJob | typeof retryJob) =>
    start(async () => {
      const result = await ask({ jobId: jobId ?? '' })
      setFault(result.ok ? null : faultText(result.error))
      await readAgain()
    })
  return { fault, isBusy, stop: () => act(cancelJob), goOn: () => act(retryJob) }
}
