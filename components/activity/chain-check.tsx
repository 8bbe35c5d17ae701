'use client'

import { useState } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import type { ChainReport } from '@/lib/memory/views/activity.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { chainWords } from './prepare-activity.ts'

/** The check of the log's seals: asked for, because it goes through all of it. */
export function useChainCheck(projectId: string) {
  const { verifyChain: verify } = useCommands()
  const [result, setResult] = useState<ActionResult<ChainReport> | null>(null)
  const [isChecking, setChecking] = useState(false)
  const check = async () => {
    setChecking(true)
    setResult(await verify({ projectId }))
    setChecking(false)
  }
  return { result, isChecking, check }
}

export function ChainResult({
  result,
  isChecking,
}: {
  result: ActionResult<ChainReport> | null
  isChecking: boolean
}) {
  const report = result?.ok ? result.value : null
  const isBroken = report !== null && !report.ok
  return (
    <div role="status" className={result || isChecking ? 'px-6 pt-3 max-md:px-4' : undefined}>
      {isChecking && <p className="text-ink-2">Going through the seals.</p>}
      {!isChecking && report && (
        <p
          className={
            isBroken
              ? 'pl-3 font-medium text-danger shadow-[inset_2px_0_0_var(--danger)]'
              : 'pl-3 shadow-[inset_2px_0_0_var(--success)]'
          }
        >
          <span aria-hidden="true">{isBroken ? '× ' : '✓ '}</span>
          {chainWords(report)}
        </p>
      )}
      {!isChecking && result && !result.ok && <FaultLine fault={result.error} />}
    </div>
  )
}
