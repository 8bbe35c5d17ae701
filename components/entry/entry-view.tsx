'use client'

import { useState } from 'react'
import { draftOf } from '@/components/curate/entry-draft.ts'
import { ImpactPreview } from '@/components/curate/impact-words.tsx'
import type { VersionView } from '@/components/curate/prepare-versions.ts'
import { ReasonDialog } from '@/components/curate/reason-dialog.tsx'
import { faultText, useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { useImpact } from '@/components/curate/use-impact.ts'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatTime } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import { calledBy } from '@/lib/memory/excerpt.ts'
import type { ExperiencePart } from '@/lib/memory/experience.ts'
import type { FindingView } from '@/lib/memory/findings/finding.ts'
import type { ChangeReceipt, EntryDetail } from '@/lib/memory/views.ts'
import { EditConflict } from './edit-conflict.tsx'
import { type EntryAct, EntryActDialogs } from './entry-act-dialogs.tsx'
import { EntryCare } from './entry-care.tsx'
import { EntryPanes } from './entry-panes.tsx'
import { SaveBar } from './entry-save-bar.tsx'
import { EntryToolbar } from './entry-toolbar.tsx'
import { Triple } from './entry-triple.tsx'
import { EntryUnder } from './entry-under.tsx'
import type { Alignment } from './prepare-alignment.ts'
import type { LessonPiece } from './prepare-lesson.ts'
import { useEditing } from './use-editing.ts'

/** The triple, what can be done with it, raw against abstracted, and what stands around it. */
export function EntryView(props: EntryViewProps) {
  const state = useEntry(props)
  const {
    act,
    alignment,
    detail,
    draft,
    editing,
    entry,
    findings,
    isPending,
    lessons,
    pin,
    readAgain,
    recategorise,
    run,
    setAct,
    setAsking,
    versions,
  } = state

  return (
    <>
      <Conflict {...state} />
      <Kept {...state} />
      <Triple detail={detail} draft={draft} onDraft={editing.change} />
      {draft ? (
        <SaveBar editing={editing} draft={draft} isPending={isPending} />
      ) : (
        <EntryToolbar
          entry={entry}
          servedCount={detail.servedCount}
          isPending={isPending}
          onEdit={editing.start}
          onRecategorise={(category) => void recategorise(category)}
          onState={setAsking}
          onPin={() => void pin()}
          onAct={setAct}
        />
      )}
      <EntryPanes
        alignment={alignment}
        lessons={lessons}
        episodeId={entry.episodeId}
        byHand={entry.episodeId === null}
        called={calledBy(entry.extractor)}
        draft={draft}
        onDraft={(part, text) => editing.change({ [part]: text })}
      />
      <EntryCare detail={detail} findings={findings} readAgain={() => void readAgain()} />
      <EntryUnder
        injected={detail.injected}
        injectedTokens={detail.injectedTokens}
        neighbours={detail.neighbours}
        versions={versions}
        episodeId={entry.episodeId}
      />
      <EntryReason {...state} />
      <EntryActDialogs
        act={act}
        detail={detail}
        run={run}
        isPending={isPending}
        onClose={() => setAct(null)}
      />
    </>
  )
}

function EntryReason({ asking, changeState, impact, isPending, setAsking }: EntryState) {
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

type EntryViewProps = {
  /** Without the raw steps: they arrive prepared, with secrets already gone. */
  detail: Omit<EntryDetail, 'steps' | 'versions'>
  alignment: Alignment
  lessons: Record<ExperiencePart, LessonPiece[]>
  versions: VersionView[]
  /** Open findings that touch it. */
  findings: FindingView[]
}

type EntryState = ReturnType<typeof useEntry>

function useEntry({ detail, alignment, lessons, versions, findings }: EntryViewProps) {
  const commands = useCommands()
  const { entry } = detail
  const { run, readAgain, isPending } = useEntryChanges()
  const [asking, setAsking] = useState<'retire' | 'restore' | null>(null)
  const [act, setAct] = useState<EntryAct | null>(null)
  const impact = useImpact(asking === 'retire', { projectId: entry.projectId, entryIds: [entry.id] })
  const editing = useEditing(detail, run, readAgain)
  const isRetired = entry.lifecycle === 'retired'
  const isPurged = entry.lifecycle === 'purged'
  const { draft } = editing

  const recategorise = async (category: Category) => {
    if (category === entry.category) return
    await run(() => commands.recategorise({ entryId: entry.id, revision: entry.revision, category }), {
      receipt,
      text: () => `Moved from ${entry.category} to ${category}`,
    })
  }
  const changeState = async (reason: string) => {
    const change =
      asking === 'retire'
        ? () => commands.retire({ entryIds: [entry.id], reason })
        : () => commands.restore({ entryIds: [entry.id], ...(reason ? { reason } : {}) })
    const text = asking === 'retire' ? 'Retired' : 'Restored'
    const result = await run(change, { receipt, text: () => text, quiet: true })
    if (!result.ok) return faultText(result.error)
    setAsking(null)
    return null
  }

  const pin = () =>
    run(() => commands.pin({ entryIds: [entry.id], pinned: !entry.pinned }), {
      receipt,
      text: () => (entry.pinned ? 'Unpinned' : 'Pinned: no rule changes it'),
    })

  useHotkeys([
    { keys: 'e', label: 'Edit', run: editing.start, when: !draft && !isPurged && !isPending },
    {
      keys: '#',
      label: isRetired ? 'Restore' : 'Retire',
      run: () => setAsking(isRetired ? 'restore' : 'retire'),
      when: !isPurged,
    },
    ...CATEGORIES.map((category, k) => ({
      keys: String(k + 1),
      label: `Move to ${category}`,
      run: () => void recategorise(category),
      when: !draft && !isPurged && !isPending,
    })),
    {
      keys: 'p',
      label: entry.pinned ? 'Unpin' : 'Pin',
      run: () => void pin(),
      when: !isPurged && !isPending,
    },
    { keys: 'm', label: 'Merge', run: () => setAct('merge'), when: !draft && !isPurged },
    { keys: 'Escape', label: null, run: editing.cancel, when: draft !== null },
  ])
  return {
    act,
    alignment,
    asking,
    changeState,
    detail,
    draft,
    editing,
    entry,
    findings,
    impact,
    isPending,
    isPurged,
    lessons,
    pin,
    readAgain,
    recategorise,
    run,
    setAct,
    setAsking,
    versions,
  }
}

function Conflict({ draft, editing, isPending }: EntryState) {
  return (
    editing.theirs &&
    draft && (
      <EditConflict
        theirs={draftOf(editing.theirs.entry)}
        mine={draft}
        fields={editing.changedFields}
        isPending={isPending}
        onKeepMine={() => void editing.save(editing.theirs?.entry.revision)}
        onTakeTheirs={editing.takeTheirs}
      />
    )
  )
}

function Kept({ draft, editing, isPurged }: EntryState) {
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

function receipt(value: ChangeReceipt): ChangeReceipt {
  return value
}
