'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/curate/dialog-form.tsx'
import { draftOf, type EntryDraft, editOf } from '@/components/curate/entry-draft.ts'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextArea } from '@/components/ui/field.tsx'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import type { Triage } from './use-triage.ts'

type Props = { triage: Triage; onClose: () => void }

/** Mends an entry without leaving the worklist. Only what was changed is sent. */
export function EditDialog({ entry, ...props }: Props & { entry: TriageEntry | null }) {
  return (
    <Dialog open={entry !== null} onClose={props.onClose} title="Mend this entry">
      {entry && <EditForm key={entry.id} entry={entry} {...props} />}
    </Dialog>
  )
}

function EditForm({ entry, triage, onClose }: Props & { entry: TriageEntry }) {
  const before = draftOf(entry)
  const [draft, setDraft] = useState(before)
  const edit = editOf(before, draft)
  const save = async () => {
    const fault = await triage.edit({ entryId: entry.id, revision: entry.revision, ...edit })
    if (fault === null) onClose()
    return fault
  }
  return (
    <DialogForm
      send={save}
      submit={
        <Button type="submit" variant="solid" disabled={triage.isPending || Object.keys(edit).length === 0}>
          Save
        </Button>
      }
      onClose={onClose}
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
    </DialogForm>
  )
}
