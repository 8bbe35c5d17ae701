'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { DialogForm } from './dialog-form.tsx'

const COMMON_REASONS = ['vague', 'wrong', 'too specific', 'duplicate', 'leaks', 'echo of a memory']

type ReasonFormProps = {
  /** What happens: stands above the field. */
  children: ReactNode
  verb: string
  /** False: the reason may stay empty. */
  needed: boolean
  /** The reason that most likely fits: it stands in the field already. */
  first?: string | undefined
  /** Reasons that one click fills in. */
  common?: readonly string[]
  danger?: boolean
  isPending: boolean
  /** Beside the buttons, e.g. whose name the change carries. */
  foot?: ReactNode
  onClose: () => void
  /** Gives back what went wrong, in words. */
  onDone: (reason: string) => Promise<string | null>
}

/** Asks once why, below what happens. */
export function ReasonForm({
  children,
  verb,
  needed,
  first,
  common = [],
  danger = needed,
  isPending,
  foot,
  onClose,
  onDone,
}: ReasonFormProps) {
  const [reason, setReason] = useState(needed ? (first ?? '') : '')
  const [isAsked, setAsked] = useState(false)
  const isMissing = needed && reason.trim() === ''
  return (
    <DialogForm
      send={async () => {
        setAsked(true)
        return isMissing ? null : await onDone(reason.trim())
      }}
      submit={
        <Button type="submit" variant={danger ? 'danger-solid' : 'solid'} keys="↵" disabled={isPending}>
          {verb}
        </Button>
      }
      before={foot}
      onClose={onClose}
    >
      {children}
      <Field
        label="Reason"
        hint={needed ? 'kept with each entry' : 'kept with the entry, may be empty'}
        error={isAsked && isMissing && 'Say why, in a word or two.'}
      >
        <TextInput
          data-autofocus
          value={reason}
          // A proposed reason gives way to what is typed.
          onFocus={(event) => event.currentTarget.select()}
          maxLength={300}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {common.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {common.map((one) => (
            <Button key={one} onClick={() => setReason(one)} className="h-6 text-small">
              {one}
            </Button>
          ))}
        </div>
      )}
    </DialogForm>
  )
}

/** A dialog that asks why. */
export function ReasonDialog({
  open,
  title,
  children,
  ...form
}: Omit<ReasonFormProps, 'common'> & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onClose={form.onClose} title={title}>
      <ReasonForm {...form} common={form.needed ? COMMON_REASONS : []}>
        <div className="text-ink-2">{children}</div>
      </ReasonForm>
    </Dialog>
  )
}
