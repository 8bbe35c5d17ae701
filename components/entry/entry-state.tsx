'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { draftOf, type EntryDraft, editOf } from '@/components/curate/entry-draft.ts'
import type { VersionView } from '@/components/curate/prepare-versions.ts'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { entryQueryOptions } from '@/components/entries/entry-rows.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { sharedState } from '@/components/ui/shared-state.tsx'
import { useWarnBeforeLeaving } from '@/components/ui/use-warn-before-leaving.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import type { ExperiencePart } from '@/lib/memory/experience.ts'
import type { FindingView } from '@/lib/memory/findings/finding.ts'
import type { InputOf } from '@/lib/memory/operation.ts'
import type { EntryDetail } from '@/lib/memory/views/entries.ts'
import type { Alignment } from './prepare-alignment.ts'
import type { LessonPiece } from './prepare-lesson.ts'

export type EntryProps = {
  /** Without the raw steps: they arrive prepared, with secrets already gone. */
  detail: Omit<EntryDetail, 'steps' | 'versions'>
  alignment: Alignment
  lessons: Record<ExperiencePart, LessonPiece[]>
  versions: VersionView[]
  /** Open findings that touch it. */
  findings: FindingView[]
}

export type EntryAct = 'promote' | 'merge' | 'split' | 'copy' | 'move' | 'purge'

/** The entry, what is typed into it, and what can be done with it: held once, read by the parts below. */
export const [EntryState, useEntryState] = sharedState(useEntryScreen)

function useEntryScreen(props: EntryProps) {
  const { entry } = props.detail
  const changes = useEntryChanges()
  const [act, setAct] = useState<EntryAct | null>(null)
  const editing = useEditing(props.detail, changes)
  const verbs = useVerbs(entry, changes.run)
  const { draft } = editing
  const isPurged = entry.lifecycle === 'purged'
  const isRetired = entry.lifecycle === 'retired'
  const isFree = !isPurged && !changes.isPending
  useHotkeys([
    { keys: 'e', label: 'Edit', run: editing.start, when: !draft && isFree },
    {
      keys: '#',
      label: isRetired ? 'Restore' : 'Retire',
      run: () => verbs.setAsking(isRetired ? 'restore' : 'retire'),
      when: !isPurged,
    },
    ...CATEGORIES.map((category, k) => ({
      keys: String(k + 1),
      label: `Move to ${category}`,
      run: () => void verbs.recategorise(category),
      when: !draft && isFree,
    })),
    { keys: 'p', label: entry.pinned ? 'Unpin' : 'Pin', run: verbs.pin, when: isFree },
    { keys: 'm', label: 'Merge', run: () => setAct('merge'), when: !draft && !isPurged },
    { keys: 'Escape', label: null, run: editing.cancel, when: draft !== null },
  ])
  return { ...props, ...changes, ...verbs, act, setAct, draft, editing, entry, isPurged, isRetired }
}

/** What is done at once or after a reason. */
function useVerbs(entry: MemoryEntry, run: ReturnType<typeof useEntryChanges>['run']) {
  const commands = useCommands()
  const [asking, setAsking] = useState<'retire' | 'restore' | null>(null)
  const byRule = (
    rule: InputOf<'change'>['rule'],
    more: Pick<InputOf<'change'>, 'reason' | 'expectedRevision'> = {},
  ) => commands.change({ rule, entryIds: [entry.id], ...more })
  const recategorise = async (category: Category) => {
    if (category === entry.category) return
    await run(() => byRule({ verb: 'recategorise', category }, { expectedRevision: entry.revision }), {
      text: () => `Moved from ${entry.category} to ${category}`,
    })
  }
  const changeState = async (reason: string) => {
    const change =
      asking === 'retire'
        ? () => commands.retire({ entryIds: [entry.id], reason })
        : () => byRule({ verb: 'restore' }, reason ? { reason } : {})
    const text = asking === 'retire' ? 'Retired' : 'Restored'
    const result = await run(change, { text: () => text, quiet: true })
    if (!result.ok) return faultText(result.error)
    setAsking(null)
    return null
  }
  const pin = () =>
    void run(() => byRule({ verb: entry.pinned ? 'unpin' : 'pin' }), {
      text: () => (entry.pinned ? 'Unpinned' : 'Pinned: no rule changes it'),
    })
  return { asking, setAsking, changeState, pin, recategorise }
}

/** The text being typed, until it is saved or given up; a conflict keeps it. */
function useEditing(
  { entry }: Pick<EntryDetail, 'entry'>,
  { run, readAgain }: ReturnType<typeof useEntryChanges>,
) {
  const commands = useCommands()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<EntryDraft | null>(null)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<EntryDetail | null>(null)
  const before = draftOf(entry)
  const edit = draft ? editOf(before, draft) : {}
  const isDirty = Object.keys(edit).length > 0
  const { kept, drop } = useKeptDraft(entry, isDirty ? draft : null)

  const stop = () => {
    drop()
    setDraft(null)
    setReason('')
    setFault(null)
    setTheirs(null)
  }
  const save = async (revision = entry.revision) => {
    if (!draft || !isDirty) return
    const result = await run(
      () => commands.edit({ entryId: entry.id, revision, ...edit, reason: reason.trim() || undefined }),
      { text: () => 'Saved', quiet: true, done: stop },
    )
    if (result.ok) return
    if (result.error.code === 'conflict')
      setTheirs(await queries.fetchQuery({ ...entryQueryOptions(entry.id), staleTime: 0 }))
    else setFault(`${result.error.message} ${result.error.hint}`)
  }
  useUnsaved(isDirty, save)

  return {
    draft,
    reason,
    fault,
    theirs,
    isDirty,
    kept,
    movesInRetrieval: 'objective' in edit || 'keywords' in edit,
    setReason,
    start: () => setDraft(before),
    takeUp: () => setDraft(kept?.draft ?? before),
    change: (change: Partial<EntryDraft>) => setDraft((now) => now && { ...now, ...change }),
    cancel: stop,
    save,
    changedFields: Object.keys(edit) as (keyof EntryDraft)[],
    takeTheirs: () => void readAgain(stop),
  }
}

/** What was typed before and not saved, kept in this tab beside the revision it was typed over. */
function useKeptDraft({ id, revision }: EntryDetail['entry'], draft: EntryDraft | null) {
  const [kept, setKept] = useState<KeptDraft | null>(null)
  useEffect(() => setKept(JSON.parse(sessionStorage.getItem(keyOf(id, revision)) ?? 'null')), [id, revision])
  useEffect(() => {
    const now: KeptDraft | null = draft && { draft, at: new Date().toISOString() }
    if (now) sessionStorage.setItem(keyOf(id, revision), JSON.stringify(now))
  }, [id, revision, draft])
  const drop = () => {
    sessionStorage.removeItem(keyOf(id, revision))
    setKept(null)
  }
  return { kept, drop }
}

/** While something is unsaved: leaving asks first, and ⌘↵ saves the newest text. */
function useUnsaved(isDirty: boolean, save: () => Promise<void>) {
  const newest = useRef(save)
  useEffect(() => {
    newest.current = save
  })
  useWarnBeforeLeaving(isDirty)
  useEffect(() => {
    if (!isDirty) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void newest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isDirty])
}

/** An edit that was not saved when the page was left. */
type KeptDraft = { draft: EntryDraft; at: string }

// Per revision: on a newer text the old draft would undo what others wrote.
const keyOf = (entryId: string, revision: number) => `loupe.draft.${entryId}.${revision}`
