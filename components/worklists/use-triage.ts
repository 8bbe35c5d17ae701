'use client'

import { useRef, useState } from 'react'
import { useReviewer } from '@/components/curate/reviewer.tsx'
import { newRequestId, useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import type { InputOf } from '@/lib/memory/operation.ts'
import type { ActionResult, ChangeReceipt } from '@/lib/memory/views/curation.ts'

export type Triage = ReturnType<typeof useTriage>

/** Who decides on a list, and what can be decided about any entry. */
export function useTriage() {
  const commands = useCommands()
  const [reviewer, setBy] = useReviewer()
  const by = reviewer ?? ''
  const decisions = useDecisions()
  return {
    ...decisions,
    /** Null until it is read, '' while nobody said. */
    reviewer,
    by,
    setBy,
    /** True while nobody said who decides: then that is asked for. */
    needsName: () => by === '' && askForName(),
    retire: (
      entries: readonly TriageEntry[],
      reason: string,
      {
        quiet = true,
        ...more
      }: { quiet?: boolean; asDuplicates?: { minScore: number | null } | undefined } = {},
    ) =>
      decisions.change(
        () => commands.retire({ entryIds: entries.map(({ id }) => id), reason, ...more, by }),
        `${plural(entries.length, 'entry', 'entries')} retired`,
        { quiet },
      ),
    edit: (input: InputOf<'edit'>) =>
      decisions.change(() => commands.edit({ ...input, by }), 'Saved', { settled: 0, quiet: true }),
  }
}

/** Decisions of a reviewer: each one change, each to be taken back, with the pace of this sitting. */
function useDecisions() {
  const toast = useToast()
  const { run, takeBack, readAgain, isPending } = useEntryChanges()
  const { sitting, count, push, drop, pop } = useSitting()

  /** Runs a change of entries and remembers how it is taken back. Gives back what went wrong, in words. */
  const change = async (
    act: () => Promise<ActionResult<ChangeReceipt>>,
    said: string,
    { settled = 1, quiet = false }: { settled?: number; quiet?: boolean } = {},
  ): Promise<string | null> => {
    let undone = () => Promise.resolve()
    const takenBack = () => {
      drop(undone)
      count(-settled)
    }
    const result = await run(act, { receipt: (value) => value, text: () => said, quiet, takenBack })
    if (!result.ok) return faultText(result.error)
    const { revision } = result.value
    undone = () => takeBack(revision)
    push(undone)
    count(settled)
    return null
  }

  /** A decision that is no change of entries, with how it is taken back. */
  const decided = (said: string, back: () => Promise<void>) => {
    const name = newRequestId()
    const undone = async () => {
      drop(undone)
      toast.forget(name)
      await back()
      count(-1)
      await readAgain()
    }
    push(undone)
    count(1)
    toast.show({ text: said, undo: { name, run: () => void undone() } })
  }

  /** Takes the last decision of this sitting back. */
  const undoLast = async () => {
    const last = pop()
    if (last) await last()
    else toast.show({ text: 'Nothing of this sitting to take back.' })
  }
  useHotkeys([{ keys: 'Backspace', label: 'Take the last decision back', run: () => void undoLast() }])
  return { isPending, sitting, readAgain, change, decided, undoLast }
}

/** How many were decided in this sitting, and how each is taken back, the latest last. */
function useSitting() {
  const [sitting, setSitting] = useState<{ since: number; done: number; at: number } | null>(null)
  const taken = useRef<(() => Promise<void>)[]>([])
  return {
    sitting,
    count: (n: number) =>
      setSitting((now) => ({
        since: now?.since ?? Date.now(),
        done: Math.max(0, (now?.done ?? 0) + n),
        at: Date.now(),
      })),
    push: (undone: () => Promise<void>) => taken.current.push(undone),
    drop: (undone: () => Promise<void>) => {
      taken.current = taken.current.filter((one) => one !== undone)
    },
    pop: () => taken.current.pop(),
  }
}

/** The field says itself that it is empty, and stops saying so once it is not. */
function askForName(): true {
  document.querySelector<HTMLInputElement>('input[name=by]')?.reportValidity()
  return true
}

/** `12 decided, 7 a minute`; the pace only once it means something. */
export function paceWords(sitting: { since: number; done: number; at: number } | null): string {
  if (!sitting || sitting.done === 0) return ''
  const minutes = (sitting.at - sitting.since) / 60_000
  const pace =
    sitting.done >= 3 && minutes > 0.05 ? `, ${Math.round((sitting.done - 1) / minutes)} a minute` : ''
  return `${sitting.done} decided${pace}`
}
