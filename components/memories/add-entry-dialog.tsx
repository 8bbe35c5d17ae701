'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DialogForm } from '@/components/curate/dialog-form.tsx'
import { type EntryDraft, lessonOf } from '@/components/curate/entry-draft.ts'
import {
  CategoryField,
  isTooLong,
  LessonFields,
  missingTexts,
  WordCount,
} from '@/components/curate/lesson-fields.tsx'
import { newRequestId, useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { Field, Select } from '@/components/ui/field.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { Kind } from '@/lib/memory/entry.ts'
import { closedValues } from '@/lib/memory/filter/entry-fields.ts'

const EMPTY: EntryDraft = {
  objective: '',
  keywords: '',
  title: '',
  when: '',
  do: '',
  because: '',
  check: '',
}

type AddEntryDialogProps = {
  open: boolean
  onClose: () => void
  project: string
  /** Preselected, e.g. from the filter. */
  category: Category | null
}

/** A lesson written by a person: no source, says so, and enters its category's pool at once, or the queue of a review gate. */
export function AddEntryDialog({ open, ...props }: AddEntryDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Add an entry by hand" className="md:w-[640px]">
      <NewEntry {...props} />
    </Dialog>
  )
}

function NewEntry({ onClose, project, category: first }: Omit<AddEntryDialogProps, 'open'>) {
  const commands = useCommands()
  const router = useRouter()
  const href = useProjectHref()
  const { run, isPending } = useEntryChanges()
  const [draft, setDraft] = useState(EMPTY)
  const [category, setCategory] = useState<Category | ''>(first ?? '')
  const [kind, setKind] = useState<Kind>('pattern')
  const [requestId, setRequestId] = useState(newRequestId)

  const store = async () => {
    if (category === '') return 'Still needed: a category.'
    const missing = missingTexts(draft)
    if (missing !== null) return missing
    if (isTooLong(draft)) return 'The lesson has too many words.'
    const entry = { ...lessonOf(draft, { category, kind }), project, requestId }
    const change = async () => {
      const stored = await commands.store(entry)
      return stored.ok ? { ...stored, value: { ...stored.value, ...stored.value.receipt } } : stored
    }
    const result = await run(change, {
      text: ({ waits }) =>
        waits ? 'Stored. It waits for review.' : 'Stored. It can be retrieved from now on.',
      quiet: true,
    })
    if (!result.ok) return faultText(result.error)
    onClose()
    router.push(href(`/memories/${result.value.id}`))
    return null
  }
  return (
    <DialogForm
      send={store}
      submit={
        <Button type="submit" variant="solid" keys="⌘↵" disabled={isPending}>
          Store
        </Button>
      }
      before={<WordCount draft={draft} />}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4">
        <CategoryField category={category} onCategory={setCategory} />
        <Field label="Kind">
          <Select value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
            {closedValues('kind')?.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        </Field>
      </div>
      <LessonFields
        isFirst
        draft={draft}
        onText={(text) => {
          setDraft({ ...draft, ...text })
          setRequestId(newRequestId()) // other words are another request
        }}
      />
    </DialogForm>
  )
}
