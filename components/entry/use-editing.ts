'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { draftOf, type EntryDraft, editOf } from '@/components/curate/entry-draft.ts'
import type { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { entryQueryOptions } from '@/components/entries/entry-rows.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import type { EntryDetail } from '@/lib/memory/views/entries.ts'

/** The text being typed, until it is saved or given up; a conflict keeps it. */
export function useEditing(
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
      { receipt: (value) => value, text: () => 'Saved', quiet: true, done: stop },
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
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void newest.current()
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('keydown', onKey)
    }
  }, [isDirty])
}

/** An edit that was not saved when the page was left. */
type KeptDraft = { draft: EntryDraft; at: string }

// Per revision: on a newer text the old draft would undo what others wrote.
const keyOf = (entryId: string, revision: number) => `loupe.draft.${entryId}.${revision}`
