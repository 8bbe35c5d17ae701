'use client'

import { useState } from 'react'
import { draftOf, type EntryDraft, editOf } from '@/components/memory/entry-draft.ts'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextArea } from '@/components/ui/field.tsx'
import type { TriageEntry } from '@/lib/memory/finding.ts'
import type { EntryEdit } from '@/lib/memory/views.ts'

/** Mends an entry without leaving the worklist. Only what was changed is sent. */
export function EditDialog({
  entry,
  isPending,
  onClose,
  onSave,
}: {
  entry: TriageEntry | null
  isPending: boolean
  onClose: () => void
  onSave: (edit: EntryEdit) => void
}) {
  return (
    <Dialog open={entry !== null} onClose={onClose} title="Mend this entry">
      {entry && (
        <EditForm key={entry.id} entry={entry} isPending={isPending} onClose={onClose} onSave={onSave} />
      )}
    </Dialog>
  )
}

function EditForm({
  entry,
  isPending,
  onClose,
  onSave,
}: {
  entry: TriageEntry
  isPending: boolean
  onClose: () => void
  onSave: (edit: EntryEdit) => void
}) {
  const before = draftOf(entry)
  const [draft, setDraft] = useState(before)
  const edit = editOf(before, draft)
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ entryId: entry.id, revision: entry.revision, ...edit })
      }}
    >
      {(Object.keys(before) as (keyof EntryDraft)[]).map((field, k) => (
        <Field key={field} label={field}>
          <TextArea
            data-autofocus={k === 0 ? '' : undefined}
            value={draft[field]}
            maxLength={4_000}
            onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
            className="min-h-8!"
          />
        </Field>
      ))}
      <div className="flex justify-end gap-2 border-hairline border-t pt-3">
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="solid" disabled={isPending || Object.keys(edit).length === 0}>
          Save
        </Button>
      </div>
    </form>
  )
}
