'use client'

import { draftOf } from '@/components/curate/entry-draft.ts'
import { ImpactPreview } from '@/components/curate/impact-words.tsx'
import { ReasonDialog } from '@/components/curate/reason-dialog.tsx'
import { useImpact } from '@/components/curate/use-impact.ts'
import { Button } from '@/components/ui/button.tsx'
import { formatTime } from '@/components/ui/format.ts'
import { EditConflict } from './edit-conflict.tsx'
import { EntryActDialogs } from './entry-act-dialogs.tsx'
import { EntryCare } from './entry-care.tsx'
import { EntryPanes } from './entry-panes.tsx'
import { SaveBar } from './entry-save-bar.tsx'
import { type EntryProps, EntryState, useEntryState } from './entry-state.tsx'
import { EntryToolbar } from './entry-toolbar.tsx'
import { Triple } from './entry-triple.tsx'
import { EntryUnder } from './entry-under.tsx'

/** The triple, what can be done with it, raw against abstracted, and what stands around it. */
export function EntryView(props: EntryProps) {
  return (
    <EntryState {...props}>
      <Conflict />
      <Kept />
      <Triple />
      <SaveOrAct />
      <EntryPanes />
      <EntryCare />
      <EntryUnder />
      <EntryReason />
      <EntryActDialogs />
    </EntryState>
  )
}

function SaveOrAct() {
  const { draft } = useEntryState()
  return draft ? <SaveBar draft={draft} /> : <EntryToolbar />
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

function Conflict() {
  const { draft, editing, isPending } = useEntryState()
  const { theirs } = editing
  return (
    theirs &&
    draft && (
      <EditConflict
        theirs={draftOf(theirs.entry)}
        mine={draft}
        fields={editing.changedFields}
        isPending={isPending}
        onKeepMine={() => void editing.save(theirs.entry.revision)}
        onTakeTheirs={editing.takeTheirs}
      />
    )
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
