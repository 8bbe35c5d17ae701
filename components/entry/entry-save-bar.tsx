'use client'

import clsx from 'clsx'
import type { EntryDraft } from '@/components/curate/entry-draft.ts'
import { Button } from '@/components/ui/button.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { EXPERIENCE_WORD_LIMIT, experienceWordCount } from '@/lib/memory/experience.ts'
import { useEntryState } from './entry-state.tsx'

/** While an entry is edited: how long it is, what the edit moves, why, and save. */
export function SaveBar({ draft }: { draft: EntryDraft }) {
  const { editing, isPending } = useEntryState()
  const words = experienceWordCount(draft)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void editing.save()
      }}
      className="sticky top-11 z-10 flex flex-wrap items-center gap-3 border-hairline border-y bg-surface px-6 py-2 max-md:px-4"
    >
      <p className={clsx('text-small', words > EXPERIENCE_WORD_LIMIT ? 'text-danger' : 'text-ink-3')}>
        {words} of {EXPERIENCE_WORD_LIMIT} words
      </p>
      <p className="text-ink-3 text-small max-lg:hidden">
        {editing.movesInRetrieval
          ? 'the description changes: it will be found by other questions'
          : 'the description stays: it is found as before'}
      </p>
      <label className="ml-auto w-64 max-w-full">
        <span className="sr-only">Reason</span>
        <TextInput
          placeholder="Reason, may be empty"
          value={editing.reason}
          maxLength={300}
          onChange={(event) => editing.setReason(event.target.value)}
        />
      </label>
      <Button variant="quiet" onClick={editing.cancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant="solid"
        keys="⌘↵"
        disabled={isPending || !editing.isDirty || words > EXPERIENCE_WORD_LIMIT}
      >
        Save
      </Button>
      {editing.fault && (
        <p role="alert" className="basis-full text-danger text-small">
          {editing.fault}
        </p>
      )}
    </form>
  )
}
