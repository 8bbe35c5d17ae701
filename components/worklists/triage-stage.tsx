'use client'

import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { DialogForm } from '@/components/curate/dialog-form.tsx'
import { draftOf, type EntryDraft, editOf } from '@/components/curate/entry-draft.ts'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextArea } from '@/components/ui/field.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import { DecideBar } from './decide-bar.tsx'
import type { Triage } from './use-triage.ts'
import { type Cursor, rowDomId } from './use-triage-list.ts'

type TriageStageProps = {
  /** What a row is: `finding`, `entry`. */
  noun: 'finding' | 'entry'
  list: Omit<Parameters<typeof TriageList>[0], 'place' | 'onChoose' | 'by'>
  cursor: Cursor
  why: ReactNode
  /** Buttons for what is special to this list; to mend and to take back there is everywhere. */
  decisions: ReactNode
  /** True while the rows are those of the request before. */
  isOld: boolean
  triage: Triage
  /** The entry that Mend opens; null where nothing is to be mended. */
  mended: TriageEntry | null
  children: ReactNode
}

/** The list, and beside it the row under the cursor: why it is here, what it says, and what can be decided. */
export function TriageStage({ noun, list, cursor, isOld, triage, mended, ...row }: TriageStageProps) {
  const { place, moveTo } = cursor
  const [isMending, setMending] = useState(false)
  const mend = () => setMending(!triage.needsName())
  useHotkeys([
    { keys: 'j ArrowDown', label: `Next ${noun}`, run: () => moveTo(place + 1) },
    { keys: 'k ArrowUp', label: `Previous ${noun}`, run: () => moveTo(place - 1) },
    { keys: 'e', label: 'Mend the entry', run: mend, when: mended !== null && !triage.isPending },
  ])
  const claimedBy = list.rows[place]?.claimedBy
  return (
    <div
      aria-busy={isOld}
      className={clsx(
        'grid flex-1 grid-cols-[300px_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,1fr)]',
        isOld && 'opacity-60',
      )}
    >
      <TriageList {...list} by={triage.by} place={place} onChoose={moveTo} />
      <section aria-label={`The ${noun}`} className="flex min-w-0 flex-col">
        <p className="border-hairline border-b px-6 py-3 text-pretty max-md:px-4">
          {row.why}
          {claimedBy && <span className="text-ink-3 text-small"> claimed by {claimedBy}</span>}
        </p>
        <div className="flex-1">{row.children}</div>
        <DecideBar onMove={(step) => moveTo(place + step)}>
          {row.decisions}
          {mended && (
            <Button keys="E" disabled={triage.isPending} onClick={mend}>
              Mend
            </Button>
          )}
          <Button variant="quiet" keys="⌫" onClick={() => void triage.undoLast()}>
            Take back
          </Button>
        </DecideBar>
      </section>
      <EditDialog entry={isMending ? mended : null} triage={triage} onClose={() => setMending(false)} />
    </div>
  )
}

type Props = { triage: Triage; onClose: () => void }

/** Mends an entry without leaving the worklist. Only what was changed is sent. */
function EditDialog({ entry, ...props }: Props & { entry: TriageEntry | null }) {
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

type TriageListRow = { id: string; entry: TriageEntry; claimedBy: string | null; mark: string }

type TriageListProps = {
  /** `Findings`, and in which order they stand. */
  name: string
  order: string
  rows: readonly TriageListRow[]
  place: number
  matchCount: number
  by: string
  onChoose: (place: number) => void
}

/** What is to be decided, one line each; the cursor's line is current. */
function TriageList({ name, order, rows, place, matchCount, by, onChoose }: TriageListProps) {
  return (
    <nav aria-label={name} className="border-hairline border-r max-lg:border-r-0 max-lg:border-b">
      <ol
        aria-label={`${name}, ${order}`}
        className="overflow-y-auto lg:sticky lg:top-11 lg:max-h-[calc(100dvh-44px)] max-lg:max-h-44"
      >
        {rows.map(({ id, entry, claimedBy, mark }, k) => (
          <li key={id} id={rowDomId(id)}>
            <button
              type="button"
              tabIndex={k === place ? 0 : -1}
              aria-current={k === place || undefined}
              onClick={() => onChoose(k)}
              className="grid h-9 w-full grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-2 border-hairline border-b pr-4 pl-6 text-left hover:bg-hover aria-[current]:bg-selected aria-[current]:shadow-[inset_2px_0_0_var(--text)] max-md:h-11 max-md:pl-4"
            >
              <CategoryMark category={entry.category} show="letter" />
              <span className="truncate">{entry.description.objective}</span>
              <span className="font-mono text-ink-3 text-micro">
                {claimedBy !== null && (claimedBy === by ? 'yours ' : 'taken ')}
                {mark}
              </span>
            </button>
          </li>
        ))}
        {matchCount > rows.length && (
          <li className="px-6 py-2 text-ink-3 text-small">
            {formatCount(matchCount - rows.length)} more follow as these are decided.
          </li>
        )}
      </ol>
    </nav>
  )
}
