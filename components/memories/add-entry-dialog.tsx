'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { keywordsOf } from '@/components/curate/entry-draft.ts'
import { newRequestId, useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryShape } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { Field, Select, TextArea, TextInput } from '@/components/ui/field.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import {
  EXPERIENCE_PARTS,
  EXPERIENCE_WORD_LIMIT,
  type ExperiencePart,
  experienceWordCount,
} from '@/lib/memory/experience.ts'
import type { Kind } from '@/lib/memory/subtask.ts'

const PART_LABELS: Record<ExperiencePart, { label: string; hint: string; placeholder: string }> = {
  when: {
    label: 'When',
    hint: 'the situation',
    placeholder: 'A list is split into pages and the last page may be full.',
  },
  do: { label: 'Do', hint: 'the act', placeholder: 'Ask for exactly one page of rows, then one more.' },
  because: {
    label: 'Because',
    hint: 'the mechanism',
    placeholder: 'The comparison that decides “is there more” is off by one.',
  },
  check: {
    label: 'Check',
    hint: 'how to see that it worked',
    placeholder: 'Every row comes exactly once, in order.',
  },
}

const EMPTY = {
  title: '',
  objective: '',
  keywords: '',
  kind: 'pattern' as Kind,
  when: '',
  do: '',
  because: '',
  check: '',
}

/** A lesson written by a person: no source, says so, and enters its category's pool at once, or the queue of a review gate. */
export function AddEntryDialog(props: AddEntryDialogProps) {
  const state = useNewEntry(props)
  const { draft, onClose, open, set, store } = state

  return (
    <Dialog open={open} onClose={onClose} title="Add an entry by hand" className="md:w-[640px]">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void store()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void store()
        }}
      >
        <CategoryChoice {...state} />
        <Field label="Objective" hint="what it is found by: one sentence, at most 30 words">
          <TextInput
            data-autofocus
            value={draft.objective}
            maxLength={400}
            onChange={set('objective')}
            placeholder="construct failing test case for off-by-one in pagination"
          />
        </Field>
        <Field label="Keywords" hint="mechanisms, with commas; no paths">
          <TextInput value={draft.keywords} onChange={set('keywords')} placeholder="off-by-one, pagination" />
        </Field>
        <Title {...state} />
        <Parts {...state} />
        <AddFooter {...state} />
      </form>
    </Dialog>
  )
}

function Title({ draft, set }: NewEntryState) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_160px] gap-4 border-hairline border-t pt-4 max-md:grid-cols-1">
      <Field label="Title">
        <TextInput
          value={draft.title}
          maxLength={160}
          onChange={set('title')}
          placeholder="Ask for exactly one page, then one more"
        />
      </Field>
      <Field label="Kind">
        <Select value={draft.kind} onChange={set('kind')}>
          <option value="pattern">pattern</option>
          <option value="avoid">avoid</option>
          <option value="undetermined">undetermined</option>
        </Select>
      </Field>
    </div>
  )
}

function Parts({ draft, set }: NewEntryState) {
  return EXPERIENCE_PARTS.map((part) => (
    <Field key={part} label={PART_LABELS[part].label} hint={PART_LABELS[part].hint}>
      <TextArea
        value={draft[part]}
        maxLength={600}
        onChange={set(part)}
        placeholder={PART_LABELS[part].placeholder}
        className="min-h-[46px]"
      />
    </Field>
  ))
}

type AddEntryDialogProps = {
  open: boolean
  onClose: () => void
  project: string
  /** Preselected, e.g. from the filter. */
  category: Category | null
}

type NewEntryState = ReturnType<typeof useNewEntry>

function useNewEntry({ open, onClose, project, category: startCategory }: AddEntryDialogProps) {
  const commands = useCommands()
  const router = useRouter()
  const href = useProjectHref()
  const { run, isPending } = useEntryChanges()
  const [draft, setDraft] = useState(EMPTY)
  const [category, setCategory] = useState<Category | null>(startCategory)
  const [fault, setFault] = useState<string | null>(null)
  const [requestId, setRequestId] = useState(newRequestId)
  const set = (part: keyof typeof EMPTY) => (event: { target: { value: string } }) => {
    setDraft((before) => ({ ...before, [part]: event.target.value }))
    setRequestId(newRequestId()) // other words are another request
  }

  const words = experienceWordCount(draft)
  const missing = missingFields(category, draft)

  const store = async () => {
    if (missing.length > 0 || words > EXPERIENCE_WORD_LIMIT) {
      setFault(
        missing.length > 0
          ? `Still needed: ${missing.join(', ')}.`
          : `${words} words; at most ${EXPERIENCE_WORD_LIMIT}.`,
      )
      return
    }
    const entry = {
      ...draft,
      requestId,
      project,
      category: category ?? 'ANALYZE',
      keywords: keywordsOf(draft.keywords),
    }
    const result = await run(() => commands.store(entry), {
      receipt: (value) => value.receipt,
      text: ({ waits }) =>
        waits ? 'Stored. It waits for review.' : 'Stored. It can be retrieved from now on.',
      quiet: true,
    })
    if (!result.ok) {
      setFault(faultText(result.error))
      return
    }
    setDraft(EMPTY)
    setRequestId(newRequestId())
    setFault(null)
    onClose()
    router.push(href(`/memories/${result.value.id}`))
  }
  return { category, draft, fault, isPending, onClose, open, set, setCategory, store, words }
}

function CategoryChoice({ category, setCategory }: NewEntryState) {
  return (
    <div className="grid gap-1">
      <span className="font-medium">Category</span>
      <Segmented
        label="Category"
        value={category}
        onChange={setCategory}
        className="w-fit max-w-full overflow-x-auto"
        options={CATEGORIES.map((value) => ({
          value,
          label: (
            <>
              <CategoryShape category={value} />
              <span className="font-mono text-micro">{value}</span>
            </>
          ),
        }))}
      />
    </div>
  )
}

function AddFooter({ fault, isPending, words }: NewEntryState) {
  return (
    <div className="sticky -bottom-4 -mx-5 -mb-4 flex items-center gap-3 border-hairline border-t bg-overlay px-5 py-3 max-md:-mx-4 max-md:px-4">
      <p className={words > EXPERIENCE_WORD_LIMIT ? 'text-danger text-small' : 'text-ink-3 text-small'}>
        {words} of {EXPERIENCE_WORD_LIMIT} words
      </p>
      <p role="alert" className="min-w-0 flex-1 text-danger text-small">
        {fault}
      </p>
      <Button type="submit" variant="solid" keys="⌘↵" disabled={isPending}>
        Store
      </Button>
    </div>
  )
}

function missingFields(category: Category | null, draft: typeof EMPTY): string[] {
  const missing: string[] = []
  if (!category) missing.push('a category')
  if (draft.objective.trim() === '') missing.push('an objective')
  if (draft.title.trim() === '') missing.push('a title')
  if (draft.do.trim() === '') missing.push('“Do”')
  return missing
}
