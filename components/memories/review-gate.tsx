'use client'

import { useRouter } from 'next/navigation'
import { useBarred, useCommands } from '@/components/ui/commands.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'

/** A project's choice: whether new entries wait for a person before an agent gets them. */
export function ReviewGate({ projectId, isOn }: { projectId: string; isOn: boolean }) {
  const { setReviewGate } = useCommands()
  const because = useBarred('setReviewGate')
  const router = useRouter()
  const { tell, isBusy } = useTelling()
  const change = async () => {
    await tell(
      setReviewGate({ projectId, on: !isOn }),
      isOn
        ? 'New entries are served at once. Those that wait go on waiting.'
        : 'New entries wait as candidates until somebody approves them.',
    )
    router.refresh()
  }
  return (
    <label className="inline-flex h-6 cursor-pointer items-center gap-2 rounded-control border border-strong px-2 hover:bg-hover max-md:h-11">
      Hold new entries for review
      <input
        type="checkbox"
        role="switch"
        className="switch flex-none"
        checked={isOn}
        aria-checked={isOn}
        disabled={isBusy || because !== undefined}
        title={because}
        onChange={() => void change()}
      />
      <span aria-hidden="true" className="w-[1.6em] font-medium text-ink">
        {isOn ? 'on' : 'off'}
      </span>
    </label>
  )
}
