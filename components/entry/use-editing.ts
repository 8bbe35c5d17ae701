'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { draftOf, type EntryDraft, editOf } from '@/components/curate/entry-draft.ts'
import type { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { entryQueryOptions } from '@/components/entries/entry-rows.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import type { EntryDetail } from '@/lib/memory/views.ts'
import { dropKeptDraft, findKeptDraft, type KeptDraft, keepDraft } from './kept-draft.ts'

type Changes = ReturnType<typeof useEntryChanges>

/** The text being typed, until it is saved or given up; a conflict keeps it. */
export function useEditing(
  detail: Omit<EntryDetail, 'steps' | 'versions'>,
  run: Changes['run'],
  readAgain: Changes['readAgain'],
) {
  const commands = useCommands()
  const queries = useQueryClient()
  const { entry } = detail
  const [draft, setDraft] = useState<EntryDraft | null>(null)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<EntryDetail | null>(null)
  const [kept, setKept] = useState<KeptDraft | null>(null)
  const before = draftOf(entry)
  const edit = draft ? editOf(before, draft) : {}
  const isDirty = Object.keys(edit).length > 0

  useEffect(() => setKept(findKeptDraft(entry.id, entry.revision)), [entry.id, entry.revision])
  useEffect(() => {
    if (draft && isDirty) keepDraft(entry.id, entry.revision, { draft, at: new Date().toISOString() })
  }, [entry.id, entry.revision, draft, isDirty])

  const stop = () => {
    dropKeptDraft(entry.id, entry.revision)
    setKept(null)
    setDraft(null)
    setReason('')
    setFault(null)
    setTheirs(null)
  }

  const save = async (revision = entry.revision) => {
    if (!draft || !isDirty) return
    const result = await run(
      () => commands.edit({ entryId: entry.id, revision, ...edit, reason: reason.trim() || undefined }),
      { receipt: (value) => value, text: () => 'Saved', quiet: true, done: stop },
    )
    if (result.ok) return
    if (result.error.code === 'conflict')
      setTheirs(await queries.fetchQuery({ ...entryQueryOptions(entry.id), staleTime: 0 }))
    else setFault(`${result.error.message} ${result.error.hint}`)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: bound anew while the draft changes, so that the newest text is saved.
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('keydown', onKey)
    }
  }, [isDirty, draft, reason])

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
