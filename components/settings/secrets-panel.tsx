'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatInstant, plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Progress } from '@/components/ui/states.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { SecretRescan } from '@/lib/memory/views/jobs.ts'

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
    <section
      aria-label="Secrets in what is stored"
      className="grid gap-2 border-hairline border-t px-6 py-5 max-md:px-4"
    >
      <SectionTitle title="Secrets in what is stored" note="of all projects" />
      <p role="status" className="text-ink-2">
        {rescanWords(rescan)}
      </p>
      {isOpen ? (
        <Progress done={rescan.job.doneCount} total={rescan.job.totalCount} label={rescan.job.label} />
      ) : (
        <div>
          <Button onClick={() => void look()}>Look again</Button>
        </div>
      )}
      <p className="text-ink-3 text-small">
        Texts come in masked. This finds what came in before its shape was known: runs, questions and notes
        get dots, entries go to the worklist.
      </p>
    </section>
  )
}

function rescanWords(rescan: SecretRescan | null): string {
  if (rescan === null) return 'Not looked through again yet.'
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
