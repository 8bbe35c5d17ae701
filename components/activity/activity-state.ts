'use client'

import { useRouter } from 'next/navigation'
import { useQueryStates } from 'nuqs'
import { useEffect, useState, useTransition } from 'react'
import { signedUndo, useEntryChanges, useMayUndo } from '@/components/curate/use-entry-changes.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { sharedState } from '@/components/ui/shared-state.tsx'
import type { ActivityList, ActivityRow } from '@/lib/memory/views/activity.ts'
import { type ActivityFilter, activityUrlParsers } from './activity-url.ts'
import { whyNoUndo } from './prepare-activity.ts'

/** The log of a project: its filter, the change under the cursor, and what is taken back. Held once, read by the parts below. */
export const [ActivityState, useActivity] = sharedState(useActivityLog)

function useActivityLog({ list }: { list: ActivityList }) {
  const { rows, matchCount } = list
  const router = useRouter()
  const [isReading, startReading] = useTransition()
  const [url, setUrl] = useQueryStates(activityUrlParsers, { history: 'replace' })
  // A revision that just came about stands on top; the page it is read with is the newest.
  useEffect(() => {
    if (url.from > 0 && rows.length === 0 && matchCount > 0) router.replace('/activity')
  }, [url.from, rows.length, matchCount, router])
  const at = rows.findIndex((row) => row.revision === url.at)
  const moveTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    void setUrl({ at: row.revision })
    document.getElementById(`revision-${row.revision}`)?.scrollIntoView({ block: 'nearest' })
  }
  const toggle = ({ revision }: ActivityRow) =>
    void setUrl({ at: revision, open: url.open === revision ? null : revision })
  const taking = useTakingBack((next) => setUrl(next))
  const cursor = rows[at] ?? null
  const canUndo = cursor !== null && whyNoUndo(cursor) === null && !taking.isPending
  useHotkeys([
    { keys: 'j', label: 'Next change', run: () => moveTo(at + 1) },
    { keys: 'k', label: 'Previous change', run: () => moveTo(at < 0 ? 0 : at - 1) },
    {
      keys: 'Enter o',
      label: 'Open or close the change',
      run: () => cursor && toggle(cursor),
      when: cursor !== null,
    },
    { keys: 'u', label: 'Undo the change', run: () => cursor && taking.undoOf(cursor), when: canUndo },
    {
      keys: 'Escape',
      label: 'Close the change',
      run: () => void setUrl({ open: null }),
      when: url.open !== null,
    },
  ])
  return {
    ...{ rows, matchCount, url, isReading, toggle },
    ...taking,
    /** Another filter or page has the server read anew; cursor and open row belong to the list before. */
    readWith: (next: Partial<ActivityFilter> & { from?: number | null }) =>
      void setUrl(
        { from: null, at: null, open: null, ...next },
        { shallow: false, history: 'push', startTransition: startReading },
      ),
    goTo: (revision: number) => {
      if (rows.some((row) => row.revision === revision)) void setUrl({ at: revision, open: revision })
    },
  }
}

/** Takes one revision back; the fault of the last try stands in its row, opened. */
function useTakingBack(look: (next: { at?: number; open?: number }) => Promise<unknown>) {
  const { undo } = useCommands()
  const { run, isPending } = useEntryChanges()
  const [fault, setFault] = useState<{ revision: number; fault: Fault } | null>(null)
  const mayUndo = useMayUndo()
  const undoOf = async (row: ActivityRow) => {
    const { revision } = row
    if (!(await mayUndo(row))) return
    setFault(null)
    await look({ at: revision })
    const result = await run(() => undo(signedUndo(revision)), {
      text: (value) =>
        `Revision ${formatCount(revision)} undone: ${plural(value.entryCount, 'entry', 'entries')} as before.`,
      quiet: true,
    })
    if (result.ok) return
    setFault({ revision, fault: result.error })
    await look({ open: revision })
  }
  return { isPending, fault, undoOf: (row: ActivityRow) => void undoOf(row) }
}
