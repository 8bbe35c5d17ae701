'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { useToast } from '@/components/ui/toast.tsx'

/** A project's choice: whether new entries wait for a person before an agent gets them. */
export function ReviewGate({ projectId, isOn }: { projectId: string; isOn: boolean }) {
  const { setReviewGate } = useCommands()
  const router = useRouter()
  const toast = useToast()
  const [isSending, setSending] = useState(false)
  const change = async () => {
    setSending(true)
    const result = await setReviewGate({ projectId, on: !isOn })
    setSending(false)
    toast.show(
      result.ok
        ? {
            text: isOn
              ? 'New entries are served at once. Those that wait go on waiting.'
              : 'New entries wait as candidates until somebody approves them.',
          }
        : { text: result.error.message, tone: 'danger' },
    )
    router.refresh()
  }
  return (
    <label className="inline-flex items-center gap-1.5 max-md:min-h-11">
      <Checkbox checked={isOn} disabled={isSending} onChange={() => void change()} />
      new entries wait for review
    </label>
  )
}
