'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState, useTransition } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import { useConfirm } from '@/components/ui/confirm.tsx'
import { type Fault, faultText } from '@/components/ui/faults/fault-error.ts'
import { plural } from '@/components/ui/format.ts'
import { type Undo, useToast } from '@/components/ui/toast.tsx'
import type { InputOf } from '@/lib/memory/operation.ts'
import type { ActivityRow } from '@/lib/memory/views/activity.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { reviewerNow } from './reviewer.tsx'
import { rootOf, undoQuestion } from './undo-question.ts'

const STILL_STORING: Fault = {
  code: 'still-storing',
  message: 'The change before this one is still being stored.',
  place: null,
  hint: 'Wait for it, then try again.',
  reference: null,
}

/** Revisions of the last changes of this tab, so that ⌘Z outlives a reload. */
const LAST_CHANGES = 'loupe.last-changes'
/** Changes that ⌘Z goes back after a reload. Ours. */
const MOST_REMEMBERED = 20

type Told<T> = {
  text: (value: T) => string
  /** The caller shows the fault itself, beside what was typed. */
  quiet?: boolean
  /** Runs together with the new page, so that nothing old flashes up between. */
  done?: () => void
  /** Runs when the change has been taken back, by key, by the message or otherwise. */
  takenBack?: () => void
}

/** Runs a change, says what became of it, offers Undo for it, and lets every view read again. */
export function useEntryChanges() {
  const toast = useToast()
  const { readAgain, isReading } = useReadAgain()
  /** Who wants to hear that a change was taken back, however that was done. */
  const listeners = useRef(new Map<number, () => void>())
  const takeBack = useTakeBack(readAgain, listeners)
  const [isSending, setSending] = useState(false)
  /** At once, not at the next rendering: a second press must not send a second change. */
  const isBusy = useRef(false)

  const run = useCallback(
    async <T extends { revision: number | null }>(
      change: () => Promise<ActionResult<T>>,
      told: Told<T>,
    ): Promise<ActionResult<T>> => {
      if (isBusy.current) return { ok: false, error: STILL_STORING }
      isBusy.current = true
      setSending(true)
      const result = await change()
      isBusy.current = false
      setSending(false)
      if (!result.ok) {
        if (!told.quiet) toast.show({ text: faultText(result.error), tone: 'danger' })
        return result
      }
      const { revision } = result.value
      if (revision !== null) keepChanges([...lastChanges(), revision])
      if (revision !== null && told.takenBack) listeners.current.set(revision, told.takenBack)
      toast.show({ text: told.text(result.value), ...undoOf(revision, takeBack) })
      await readAgain(told.done)
      return result
    },
    [toast, takeBack, readAgain],
  )
  /** A change that was taken back otherwise is offered no more. */
  const forget = useCallback((revision: number) => forgetChange(toast, revision), [toast])
  return { run, readAgain, forget, isPending: isSending || isReading }
}

function forgetChange(toast: ReturnType<typeof useToast>, revision: number): void {
  keepChanges(lastChanges().filter((one) => one !== revision))
  toast.forget(undoName(revision))
}

/** Lets every view read again; `done` runs together with the new page. */
function useReadAgain() {
  const router = useRouter()
  const queries = useQueryClient()
  /** From the moment a change is stored: between the queries and the page nothing looks ready that is not. */
  const [isReading, setReading] = useState(false)
  const [isRefreshing, startRefresh] = useTransition()
  const readAgain = useCallback(
    async (done?: () => void) => {
      setReading(true)
      // A first read that is under way was asked before the change; an invalidation alone would wait for it and believe it.
      await queries.cancelQueries()
      await queries.invalidateQueries()
      startRefresh(() => {
        router.refresh()
        done?.()
      })
      setReading(false)
    },
    [queries, router],
  )
  return { readAgain, isReading: isReading || isRefreshing }
}

/** Whether a change is to be taken back: asked where it is much at once, by whatever way the undo was asked for. */
export function useMayUndo(): (change: ActivityRow) => Promise<boolean> {
  const confirm = useConfirm()
  const { activityChanges } = useCommands()
  return useCallback(
    async (change) => {
      const root = await rootOf(change, async (revision) => {
        const read = await activityChanges({ revision, limit: 1 })
        return read.ok ? read.value.head : null
      })
      const question = undoQuestion(change, root)
      return question === null || (await confirm(question))
    },
    [confirm, activityChanges],
  )
}

/** Takes a change back in the reviewer's name; those of this tab stand on ⌘Z again after a reload. */
function useTakeBack(readAgain: () => Promise<void>, listeners: { current: Map<number, () => void> }) {
  const { undo, activityChanges } = useCommands()
  const mayUndo = useMayUndo()
  const toast = useToast()
  const takeBack = useCallback(
    async (revision: number) => {
      const read = await activityChanges({ revision, limit: 1 })
      if (read.ok && !(await mayUndo(read.value.head)))
        return toast.show({ text: 'Nothing was undone.', ...undoOf(revision, takeBack) })
      forgetChange(toast, revision)
      const undone = await undo(signedUndo(revision))
      if (undone.ok) listeners.current.get(revision)?.()
      toast.show(
        undone.ok
          ? { text: `Undone: ${plural(undone.value.entryCount, 'entry', 'entries')} as before.` }
          : { text: faultText(undone.error), tone: 'danger' },
      )
      await readAgain()
    },
    [undo, activityChanges, mayUndo, toast, readAgain, listeners],
  )
  useEffect(() => {
    toast.remember(lastChanges().flatMap((revision) => undoOf(revision, takeBack).undo ?? []))
  }, [toast, takeBack])
  return takeBack
}

function lastChanges(): number[] {
  return (sessionStorage.getItem(LAST_CHANGES) ?? '')
    .split(' ')
    .map(Number)
    .filter((revision) => revision > 0)
}

function keepChanges(revisions: number[]): void {
  sessionStorage.setItem(LAST_CHANGES, revisions.slice(-MOST_REMEMBERED).join(' '))
}

/** Without a revision nothing changed, as when somebody else brought the same in meanwhile: there is nothing to take back. Exported for its test. */
export function undoOf(
  revision: number | null,
  takeBack: (revision: number) => Promise<void>,
): { undo?: Undo } {
  if (revision === null) return {}
  return { undo: { name: undoName(revision), run: () => void takeBack(revision) } }
}

/** An undo in the name of whoever reviews at that moment: it may have been given after the change. Exported for its test. */
export function signedUndo(revision: number): InputOf<'undo'> {
  const by = reviewerNow()
  return by === '' ? { revision } : { revision, by }
}

function undoName(revision: number): string {
  return `revision ${revision}`
}

/** Names one sending of a form, so that the same form sent twice is done once. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `rq_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
