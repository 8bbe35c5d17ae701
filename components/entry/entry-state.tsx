'use client'

import { useState } from 'react'
import type { VersionView } from '@/components/curate/prepare-versions.ts'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { sharedState } from '@/components/ui/shared-state.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import type { ExperiencePart } from '@/lib/memory/experience.ts'
import type { FindingView } from '@/lib/memory/findings/finding.ts'
import type { InputOf } from '@/lib/memory/operation.ts'
import type { ChangeReceipt } from '@/lib/memory/views/curation.ts'
import type { EntryDetail } from '@/lib/memory/views/entries.ts'
import type { Alignment } from './prepare-alignment.ts'
import type { LessonPiece } from './prepare-lesson.ts'
import { useEditing } from './use-editing.ts'

export type EntryProps = {
  /** Without the raw steps: they arrive prepared, with secrets already gone. */
  detail: Omit<EntryDetail, 'steps' | 'versions'>
  alignment: Alignment
  lessons: Record<ExperiencePart, LessonPiece[]>
  versions: VersionView[]
  /** Open findings that touch it. */
  findings: FindingView[]
}

/** Acts that need more than a reason. */
export type EntryAct = 'merge' | 'split' | 'copy' | 'move' | 'purge'

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
      receipt,
      text: () => `Moved from ${entry.category} to ${category}`,
    })
  }
  const changeState = async (reason: string) => {
    const change =
      asking === 'retire'
        ? () => commands.retire({ entryIds: [entry.id], reason })
        : () => byRule({ verb: 'restore' }, reason ? { reason } : {})
    const text = asking === 'retire' ? 'Retired' : 'Restored'
    const result = await run(change, { receipt, text: () => text, quiet: true })
    if (!result.ok) return faultText(result.error)
    setAsking(null)
    return null
  }
  const pin = () =>
    void run(() => byRule({ verb: entry.pinned ? 'unpin' : 'pin' }), {
      receipt,
      text: () => (entry.pinned ? 'Unpinned' : 'Pinned: no rule changes it'),
    })
  return { asking, setAsking, changeState, pin, recategorise }
}

const receipt = (value: ChangeReceipt): ChangeReceipt => value
