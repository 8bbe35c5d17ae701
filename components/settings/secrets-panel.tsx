'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatInstant, plural } from '@/components/ui/format.ts'
import { Progress } from '@/components/ui/states.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { SecretRescan } from '@/lib/memory/views/jobs.ts'
import { Setting } from './setting.tsx'

const POLL_MS = 1_000

/** A look through what is stored for secrets whose shape was not known when they came in. */
export function SecretsPanel({ rescan }: { rescan: SecretRescan | null }) {
  const { rescanSecrets } = useCommands()
  const { tell } = useTelling()
  const router = useRouter()
  const isOpen = rescan !== null && ['waiting', 'running'].includes(rescan.job.state)
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => router.refresh(), POLL_MS)
    return () => clearInterval(timer)
  }, [isOpen, router])
  const look = async () => {
    await tell(rescanSecrets())
    router.refresh()
  }
  return (
    <Setting
      title="Secrets in what is stored"
      note="Texts come in masked. A new scan of all projects applies today’s patterns: runs, questions and notes are masked, entries go to review."
    >
      <p role="status" className="text-ink-2">
        {rescanWords(rescan)}
      </p>
      {isOpen ? (
        <Progress done={rescan.job.doneCount} total={rescan.job.totalCount} label={rescan.job.label} />
      ) : (
        <div>
          <Button onClick={() => void look()}>Scan again</Button>
        </div>
      )}
    </Setting>
  )
}

function rescanWords(rescan: SecretRescan | null): string {
  if (rescan === null) return 'Not scanned again yet.'
  const { job, maskedCount, entryCount, reasonCount } = rescan
  const held = [
    entryCount > 0 && `${plural(entryCount, 'entry', 'entries')} to decide on`,
    reasonCount > 0 && `${plural(reasonCount, 'reason')} in the log, which only a purge takes out`,
  ].filter((words) => words !== false)
  const found = [
    maskedCount === 0 ? 'nothing to mask' : `${plural(maskedCount, 'text')} masked`,
    ...held,
  ].join(', ')
  if (job.finishedAt === null) return `Looking: ${found} so far.`
  return `${formatInstant(job.finishedAt)}: ${found}${job.state === 'done' ? '' : `; ${job.state}`}.`
}
