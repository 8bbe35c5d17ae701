'use client'

import { useCommands } from '@/components/ui/commands.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { plural } from '@/components/ui/format.ts'
import { useToast } from '@/components/ui/toast.tsx'
import type { FindingView } from '@/lib/memory/findings/finding.ts'
import type { Triage } from './use-triage.ts'

/** Dismissing a finding as no fault, and opening it again; each takes the other back. Gives back what went wrong, in words. */
export function useSettling(projectId: string, triage: Triage) {
  const commands = useCommands()
  const toast = useToast()

  const settle = async (finding: FindingView, state: 'open' | 'dismissed', reason: string | null) => {
    const settled = await commands.settleFindings({
      projectId,
      ids: [finding.id],
      state,
      by: triage.by,
      reason,
    })
    return settled.ok ? null : faultText(settled.error)
  }
  /** One way, with the way back: each says what it came to. */
  const decide = async (
    there: () => Promise<string | null>,
    said: string,
    back: () => Promise<string | null>,
    saidBack: string,
  ) => {
    const fault = await there()
    if (fault !== null) return fault
    triage.decided(said, async () => {
      const stayed = await back()
      toast.show(stayed === null ? { text: saidBack } : { text: stayed, tone: 'danger' })
    })
    await triage.readAgain()
    return null
  }

  return {
    dismiss: (finding: FindingView, reason: string | null) =>
      decide(
        () => settle(finding, 'dismissed', reason),
        `${plural(1, 'finding')} dismissed`,
        () => settle(finding, 'open', null),
        'Back on the list.',
      ),
    reopen: (finding: FindingView) =>
      decide(
        () => settle(finding, 'open', null),
        'Open again: it stands on the list.',
        () => settle(finding, 'dismissed', finding.reason),
        'Dismissed, as before.',
      ),
  }
}
