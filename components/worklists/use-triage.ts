'use client'

import { useCallback, useRef, useState } from 'react'
import { faultText, newRequestId, useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import { plural } from '@/components/ui/format.ts'
import { useToast } from '@/components/ui/toast.tsx'
import type { InputOf } from '@/lib/memory/command.ts'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import type { ActionResult, ChangeReceipt } from '@/lib/memory/views.ts'

/** Decisions of a reviewer on a list: each one change, each to be taken back, with the pace of this sitting. */
export function useTriage(by: string) {
  const commands = useCommands()
  const toast = useToast()
  const undo = useCallback(
    (change: { revision: number }) => commands.undo({ ...change, by: by || undefined }),
    [commands, by],
  )
  const { run, takeBack, readAgain, isPending } = useEntryChanges(undo)
  const [sitting, setSitting] = useState<{ since: number; done: number; at: number } | null>(null)
  const taken = useRef<(() => Promise<void>)[]>([])

  const count = (n: number) =>
    setSitting((now) => ({
      since: now?.since ?? Date.now(),
      done: Math.max(0, (now?.done ?? 0) + n),
      at: Date.now(),
    }))

  /** Runs a change of entries and remembers how it is taken back. Gives back what went wrong, in words. */
  const change = async (
    act: () => Promise<ActionResult<ChangeReceipt>>,
    said: string,
    { settled = 1, quiet = false }: { settled?: number; quiet?: boolean } = {},
  ): Promise<string | null> => {
    let undone = () => Promise.resolve()
    const result = await run(act, {
      receipt: (value) => value,
      text: () => said,
      quiet,
      takenBack: () => {
        taken.current = taken.current.filter((one) => one !== undone)
        count(-settled)
      },
    })
    if (!result.ok) return faultText(result.error)
    const { revision } = result.value
    undone = () => takeBack(revision)
    taken.current.push(undone)
    count(settled)
    return null
  }

  return {
    isPending,
    sitting,
    readAgain,
    change,
    retire: (entries: TriageEntry[], reason: string, asDuplicates?: { minScore: number | null }) =>
      change(
        () => commands.retire({ entryIds: entries.map(({ id }) => id), reason, asDuplicates, by }),
        `${plural(entries.length, 'entry', 'entries')} retired`,
        { quiet: true },
      ),
    edit: (input: InputOf<'edit'>) =>
      change(() => commands.edit({ ...input, by }), 'Saved', { settled: 0, quiet: true }),
    /** A decision that is no change of entries, with how it is taken back. */
    decided: (said: string, back: () => Promise<void>) => {
      const name = newRequestId()
      const undone = async () => {
        toast.forget(name)
        await back()
        count(-1)
        await readAgain()
      }
      taken.current.push(undone)
      count(1)
      toast.show({
        text: said,
        undo: {
          name,
          run: () => {
            taken.current = taken.current.filter((one) => one !== undone)
            void undone()
          },
        },
      })
    },
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
