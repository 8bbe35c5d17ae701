import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { plural } from '@/components/ui/format.ts'
import type { SidesFilter } from '@/lib/memory/distil/distil.ts'

type SettleDialogProps = {
  act: 'accept' | 'refuse' | null
  filter: SidesFilter
  count: number
  onClose: () => void
  onSettle: (input: {
    filter: SidesFilter
    act: 'accept' | 'refuse'
    expectedCount: number
    reason?: string
  }) => void
}

/** Accepting or refusing all that a filter means, with the exact number first. */
export function SettleDialog({ act, filter, count, onClose, onSettle }: SettleDialogProps) {
  const [reason, setReason] = useState('')
  const many = plural(count, 'experience')
  return (
    <Dialog
      open={act !== null}
      onClose={onClose}
      title={act === 'refuse' ? `Refuse ${many}` : `Accept ${many}`}
    >
      <p className="text-pretty">
        {act === 'refuse'
          ? 'They go out of service for good: what they say does not come back by itself. One revision; undo brings all of them back.'
          : 'They serve from now on, whichever extractor does; what rules made of the same subtasks is kept beside them. One revision; undo takes it back.'}
      </p>
      <Field label="Why" className="mt-3" hint="optional">
        <TextInput data-autofocus value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className="mt-4 flex gap-2">
        <Button
          variant={act === 'refuse' ? 'danger-solid' : 'solid'}
          onClick={() =>
            act &&
            onSettle({
              filter,
              act,
              expectedCount: count,
              ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
            })
          }
        >
          {act === 'refuse' ? `Refuse ${many}` : `Accept ${many}`}
        </Button>
        <Button onClick={onClose}>Leave them</Button>
      </div>
    </Dialog>
  )
}
