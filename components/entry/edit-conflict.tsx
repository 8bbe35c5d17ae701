'use client'

import type { EntryDraft } from '@/components/curate/entry-draft.ts'
import { diffByWord } from '@/components/curate/prepare-versions.ts'
import { WordDiff } from '@/components/curate/word-diff.tsx'
import { Button } from '@/components/ui/button.tsx'
import { ErrorState } from '@/components/ui/states.tsx'

/** Somebody was faster. Nothing typed is lost: their text and yours side by side, and the choice. */
export function EditConflict({
  theirs,
  mine,
  fields,
  isPending,
  onKeepMine,
  onTakeTheirs,
}: {
  theirs: EntryDraft
  mine: EntryDraft
  /** What was typed into; everything else stays as they left it. */
  fields: (keyof EntryDraft)[]
  isPending: boolean
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const changed = fields.filter((field) => mine[field] !== theirs[field])
  return (
    <div className="border-hairline border-b shadow-[inset_2px_0_0_var(--danger)]">
      <ErrorState
        what="Changed by somebody else while you were writing. Your text is kept."
        next={
          changed.length === 0
            ? 'Theirs says the same as yours now.'
            : 'From their text to yours, word by word:'
        }
        actions={
          <>
            <Button variant="solid" onClick={onKeepMine} disabled={isPending}>
              Save mine over it
            </Button>
            <Button onClick={onTakeTheirs} disabled={isPending}>
              Take theirs
            </Button>
          </>
        }
      />
      {changed.length > 0 && (
        <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2 gap-y-1 px-6 pb-4 max-md:px-4">
          {changed.map((field) => (
            <div key={field} className="contents">
              <dt className="text-ink-3">{field}</dt>
              <dd className="max-w-[80ch]">
                <WordDiff pieces={diffByWord(theirs[field], mine[field])} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
