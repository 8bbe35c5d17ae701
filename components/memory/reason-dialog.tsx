'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'

const COMMON_REASONS = ['vague', 'wrong', 'too specific', 'duplicate', 'leaks', 'echo of a memory']

/** Asks once why; what happens stands above it. */
export function ReasonDialog({
  open,
  onClose,
  title,
  children,
  verb,
  needed,
  first,
  isPending,
  onDone,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  verb: string
  needed: boolean
  /** The reason that most likely fits: it stands in the field already. */
  first?: string
  isPending: boolean
  onDone: (reason: string) => void
}) {
  const [reason, setReason] = useState(needed ? (first ?? '') : '')
  const [asked, setAsked] = useState(false)
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (needed && reason.trim() === '') setAsked(true)
          else onDone(reason.trim())
        }}
      >
        <div className="text-ink-2">{children}</div>
        <Field
          label="Reason"
          hint={needed ? 'kept with the entry' : 'kept with the entry, may be empty'}
          error={asked && reason.trim() === '' && 'Say why, in a word or two.'}
        >
          <TextInput
            data-autofocus
            value={reason}
            maxLength={300}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {needed && (
          <div className="flex flex-wrap gap-1.5">
            {COMMON_REASONS.map((common) => (
              <Button key={common} onClick={() => setReason(common)} className="h-6 text-small">
                {common}
              </Button>
            ))}
          </div>
        )}
        <div className="flex justify-end gap-2 border-hairline border-t pt-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={needed ? 'danger-solid' : 'solid'} keys="↵" disabled={isPending}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
