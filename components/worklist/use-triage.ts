'use client'

import { useCallback, useRef, useState } from 'react'
import { useEntryChanges } from '@/components/memory/use-entry-changes.ts'
import { plural } from '@/components/ui/format.ts'
import { useToast } from '@/components/ui/toast.tsx'
import type { TriageEntry } from '@/lib/memory/finding.ts'
import type { ActionResult, ChangeReceipt } from '@/lib/memory/views.ts'
import type { WorklistActions } from './worklist-actions.ts'

/** Decisions of a reviewer on a worklist: each one change, each to be taken back, with the pace of this sitting. */
export function useTriage(actions: WorklistActions, by: string) {
  const toast = useToast()
  const undo = useCallback(
    (change: { revision: number }) => actions.undo({ ...change, by: by || undefined }),
    [actions, by],
  )
  const { run, takeBack, readAgain, isPending } = useEntryChanges(undo)
  const [settling, setSettling] = useState(false)
  const [sitting, setSitting] = useState<{ since: number; done: number; at: number } | null>(null)
  const taken = useRef<(() => Promise<void>)[]>([])

  const count = (n: number) =>
    setSitting((now) => ({
      since: now?.since ?? Date.now(),
      done: Math.max(0, (now?.done ?? 0) + n),
      at: Date.now(),
    }))

  /** Runs a change of entries and remembers how it is taken back. */
  const change = async (act: () => Promise<ActionResult<ChangeReceipt>>, said: string, settled = 1) => {
    const result = await run(act, { receipt: (value) => value, text: () => said })
    if (!result.ok) return false
    const { revision } = result.value
    taken.current.push(async () => {
      await takeBack(revision)
      count(-settled)
    })
    count(settled)
    return true
  }

  const dismiss = async (ids: string[], reason: string | null) => {
    setSettling(true)
    const result = await actions.settle({ ids, state: 'dismissed', by, reason })
    setSettling(false)
    if (!result.ok) {
      toast.show({ text: `${result.error.message} ${result.error.hint}`, tone: 'danger' })
      return
    }
    const back = async () => {
      const opened = await actions.settle({ ids, state: 'open', by, reason: null })
      toast.show({
        text: opened.ok ? 'Back on the list.' : opened.error.message,
        tone: opened.ok ? 'plain' : 'danger',
      })
      count(-1)
      await readAgain()
    }
    taken.current.push(back)
    count(1)
    toast.show({
      text: `${plural(ids.length, 'finding')} dismissed`,
      undo: () => {
        taken.current = taken.current.filter((one) => one !== back)
        void back()
      },
    })
    await readAgain()
  }

  return {
    isPending: isPending || settling,
    sitting,
    readAgain,
    dismiss,
    retire: (entries: TriageEntry[], reason: string, asDuplicates?: { minScore: number | null }) =>
      change(
        () => actions.retire({ entryIds: entries.map(({ id }) => id), reason, asDuplicates, by }),
        `${plural(entries.length, 'entry', 'entries')} retired`,
      ),
    merge: (entries: TriageEntry[], survivorId: string, reason: string) =>
      change(
        () =>
          actions.merge({
            survivorId,
            entries: entries.map(({ id, revision }) => ({ entryId: id, revision })),
            reason,
            by,
          }),
        `${plural(entries.length, 'entry', 'entries')} are one now`,
      ),
    edit: (input: Parameters<WorklistActions['edit']>[0]) =>
      change(() => actions.edit({ ...input, by }), 'Saved', 0),
    /** Takes the last decision of this sitting back. */
    undoLast: async () => {
      const last = taken.current.pop()
      if (last) await last()
      else toast.show({ text: 'Nothing of this sitting to take back.' })
    },
  }
}

/** `12 decided, 7 a minute`; the pace only once it means something. */
export function paceWords(sitting: { since: number; done: number; at: number } | null): string {
  if (!sitting || sitting.done === 0) return ''
  const minutes = (sitting.at - sitting.since) / 60_000
  const pace =
    sitting.done >= 3 && minutes > 0.05 ? `, ${Math.round((sitting.done - 1) / minutes)} a minute` : ''
  return `${sitting.done} decided${pace}`
}
