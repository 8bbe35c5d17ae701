'use client'

import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { draftOf } from '@/components/curate/entry-draft.ts'
import { ImpactPreview } from '@/components/curate/impact-words.tsx'
import { diffByWord } from '@/components/curate/prepare-versions.ts'
import { ReasonDialog } from '@/components/curate/reason-dialog.tsx'
import { useImpact } from '@/components/curate/use-impact.ts'
import { WordDiff } from '@/components/curate/word-diff.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useBarred } from '@/components/ui/commands.tsx'
import { Fact } from '@/components/ui/fact.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { formatTime, plural } from '@/components/ui/format.ts'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Menu, MenuItem } from '@/components/ui/menu.tsx'
import { ErrorState } from '@/components/ui/states.tsx'
import { CATEGORIES } from '@/lib/memory/category.ts'
import { EXPERIENCE_WORD_LIMIT, experienceWordCount } from '@/lib/memory/experience.ts'
import { EntryActDialogs } from './entry-act-dialogs.tsx'
import { EntryCare } from './entry-care.tsx'
import { EntryPanes } from './entry-panes.tsx'
import { type EntryAct, type EntryProps, EntryState, useEntryState } from './entry-state.tsx'
import { Triple } from './entry-triple.tsx'
import { EntryUnder } from './entry-under.tsx'

export function EntryView(props: EntryProps) {
  return (
    <EntryState {...props}>
      <Conflict />
      <Kept />
      <Triple />
      <SaveBar />
      <EntryToolbar />
      <EntryPanes />
      <EntryCare />
      <EntryUnder />
      <EntryReason />
      <EntryActDialogs />
    </EntryState>
  )
}

function EntryReason() {
  const { asking, changeState, entry, isPending, setAsking } = useEntryState()
  const impact = useImpact(asking === 'retire', { projectId: entry.projectId, entryIds: [entry.id] })
  return (
    <ReasonDialog
      key={asking}
      open={asking !== null}
      onClose={() => setAsking(null)}
      title={asking === 'restore' ? 'Restore this entry' : 'Retire this entry'}
      verb={asking === 'restore' ? 'Restore' : 'Retire'}
      needed={asking !== 'restore'}
      isPending={isPending}
      onDone={changeState}
    >
      {asking === 'restore'
        ? 'It can win retrievals again from now on.'
        : 'It stays stored and can be restored, but no agent gets it. The same lesson does not come back by another import.'}
      {asking === 'retire' && (
        <div className="mt-3">
          <ImpactPreview asked={impact} />
        </div>
      )}
    </ReasonDialog>
  )
}

function Kept() {
  const { draft, editing, isPurged } = useEntryState()
  return (
    editing.kept &&
    !draft &&
    !isPurged && (
      <p
        role="status"
        className="flex flex-wrap items-center gap-3 border-hairline border-b bg-surface-2 px-6 py-2 max-md:px-4"
      >
        Your unsaved edit from {formatTime(editing.kept.at)} UTC.
        <span className="flex gap-2">
          <Button onClick={editing.takeUp}>Take it up</Button>
          <Button variant="quiet" onClick={editing.cancel}>
            Drop it
          </Button>
        </span>
      </p>
    )
  )
}

/** Somebody was faster. Nothing typed is lost: their text and yours side by side, and the choice. */
function Conflict() {
  const { draft, editing, isPending } = useEntryState()
  const { changedFields, save, takeTheirs, theirs } = editing
  if (!theirs || !draft) return null
  const their = draftOf(theirs.entry)
  // What was typed into; everything else stays as they left it.
  const changed = changedFields.filter((field) => draft[field] !== their[field])
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
            <Button variant="solid" onClick={() => void save(theirs.entry.revision)} disabled={isPending}>
              Save mine over it
            </Button>
            <Button onClick={takeTheirs} disabled={isPending}>
              Take theirs
            </Button>
          </>
        }
      />
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2 gap-y-1 px-6 pb-4 max-md:px-4">
        {changed.map((field) => (
          <Fact key={field} name={field}>
            <WordDiff pieces={diffByWord(their[field], draft[field])} />
          </Fact>
        ))}
      </dl>
    </div>
  )
}

/** While an entry is edited: how long it is, what the edit moves, why, and save. */
function SaveBar() {
  const { draft, editing, isPending } = useEntryState()
  if (!draft) return null
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

const MORE: [EntryAct, string][] = [
  ['promote', 'Promote into rules …'],
  ['split', 'Split in two'],
  ['copy', 'Copy to …'],
  ['move', 'Move to …'],
  ['purge', 'Purge'],
]

/** Everything that can be done to the entry, each with what it would mean here. */
function EntryToolbar() {
  const { detail, draft, editing, entry, isPending, isPurged, isRetired, pin, setAct, setAsking } =
    useEntryState()
  const because = useBarred('change')
  if (draft) return null
  const waits = isPending || because !== undefined
  const disabled = isPurged || waits
  return (
    <div
      role="toolbar"
      aria-label="Actions"
      title={because}
      className="flex border-hairline border-y max-md:grid max-md:grid-cols-2"
    >
      <Act name="Edit" keys="E" onClick={editing.start} disabled={disabled}>
        moves it in retrieval only when its description changes
      </Act>
      <CategoryMenu disabled={disabled} />
      {isRetired ? (
        <Act name="Restore" keys="#" onClick={() => setAsking('restore')} disabled={waits}>
          can be retrieved again
        </Act>
      ) : (
        <Act name="Retire" keys="#" danger onClick={() => setAsking('retire')} disabled={disabled}>
          {detail.servedCount === 0
            ? 'was never served: changes no retrieval'
            : `${plural(detail.servedCount, 'retrieval')} had it; the next asks get another, or none`}
        </Act>
      )}
      <Act name="Merge" keys="M" onClick={() => setAct('merge')} disabled={disabled}>
        with a neighbour; one stays
      </Act>
      <Act name={entry.pinned ? 'Unpin' : 'Pin'} keys="P" onClick={pin} disabled={disabled}>
        {entry.pinned ? 'automatic changes may touch it again' : 'protects from automatic changes'}
      </Act>
      <Menu
        className="min-w-44"
        trigger={
          <Act name="More" keys="…" disabled={disabled}>
            promote, split, copy, move, purge
          </Act>
        }
      >
        {MORE.map(([act, label]) => (
          <MenuItem
            key={act}
            danger={act === 'purge'}
            asks={act === 'purge' || act === 'promote' ? act : 'carry'}
            onSelect={() => setAct(act)}
          >
            {act === 'promote' && entry.promoted ? 'Demote …' : label}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

function CategoryMenu({ disabled }: { disabled: boolean }) {
  const { entry, recategorise } = useEntryState()
  return (
    <Menu
      align="start"
      trigger={
        <Act name="Recategorise" keys="1–4" disabled={disabled}>
          leaves the {entry.category} pool
        </Act>
      }
    >
      {CATEGORIES.map((category, k) => (
        <MenuItem
          key={category}
          disabled={category === entry.category}
          onSelect={() => void recategorise(category)}
        >
          <CategoryMark category={category} />
          {category === entry.category ? (
            <span className="text-ink-3 text-small">now</span>
          ) : (
            <Kbd>{String(k + 1)}</Kbd>
          )}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Act({
  name,
  keys,
  danger = false,
  children,
  ...rest
}: { name: string; keys: string; danger?: boolean; children: ReactNode } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className="grid min-w-0 flex-1 content-start gap-0.5 border-hairline border-l px-4 py-2.5 text-left outline-offset-[-2px] first:border-l-0 first:pl-6 last:pr-6 hover:bg-hover disabled:opacity-50 max-md:px-4!"
    >
      <span className="flex items-center justify-between">
        <b className={clsx('font-medium', danger && 'text-danger')}>{name}</b>
        <Kbd>{keys}</Kbd>
      </span>
      <small className="text-ink-3 text-small">{children}</small>
    </button>
  )
}
