'use client'

import { type RefObject, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import type { Lifecycle } from '@/lib/memory/entry.ts'

export type Picked = { lifecycle: Lifecycle; servedCount: number }

/** True number and rule | what it touches | the reason, once | the verb with its number. */
export function BulkBar({
  picked,
  rule,
  inView,
  isPending,
  reasonRef,
  onRetire,
  onRestore,
  onClear,
}: {
  picked: Map<string, Picked>
  /** In words, when everything that matches is picked; null when picked one by one. */
  rule: string | null
  inView: number
  isPending: boolean
  reasonRef: RefObject<HTMLInputElement | null>
  onRetire: (ids: string[], reason: string) => void
  onRestore: (ids: string[], reason: string) => void
  onClear: () => void
}) {
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const live = [...picked].filter(
    ([, entry]) => entry.lifecycle !== 'retired' && entry.lifecycle !== 'purged',
  )
  const retired = [...picked].filter(([, entry]) => entry.lifecycle === 'retired')
  const servedCount = live.reduce((sum, [, entry]) => sum + entry.servedCount, 0)

  const retire = () => {
    if (reason.trim() === '') {
      setAsked(true)
      reasonRef.current?.focus()
      return
    }
    onRetire(
      live.map(([id]) => id),
      reason.trim(),
    )
  }

  return (
    <section
      aria-label="Selection"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-5 gap-y-2 border-ink border-t bg-overlay px-4 py-3 text-small md:pr-6 max-md:shadow-float"
    >
      <p className="grid leading-[18px]">
        <b className="font-medium text-body">{formatCount(picked.size)} selected</b>
        <span className="text-ink-3">
          {rule
            ? `all with ${rule}, ${formatCount(inView)} in view`
            : `one by one, ${formatCount(inView)} in view`}
        </span>
      </p>
      {live.length > 0 && (
        <p className="grid leading-[18px] max-md:hidden">
          <b className="font-medium text-body">
            {servedCount === 0 ? 'Never served' : `Served ${plural(servedCount, 'time')}`}
          </b>
          <span className="text-ink-3">
            {servedCount === 0
              ? 'no retrieval had one of them'
              : 'those asks would get another entry, or none'}
          </span>
        </p>
      )}
      <form
        className="ml-auto flex min-w-0 flex-1 items-center justify-end gap-2 max-md:ml-0 max-md:basis-full max-md:flex-wrap"
        onSubmit={(event) => {
          event.preventDefault()
          if (live.length > 0) retire()
          else
            onRestore(
              retired.map(([id]) => id),
              reason.trim(),
            )
        }}
      >
        <label className="min-w-24 max-w-64 flex-1 max-md:max-w-none max-md:basis-full">
          <span className="sr-only">Reason</span>
          <TextInput
            ref={reasonRef}
            value={reason}
            maxLength={300}
            placeholder={asked ? 'A reason is needed to retire' : 'Reason, kept with each entry'}
            aria-invalid={asked && reason.trim() === ''}
            onChange={(event) => setReason(event.target.value)}
            className="border-control"
          />
        </label>
        {live.length > 0 && (
          <Button
            variant="danger-solid"
            keys="#"
            disabled={isPending}
            onClick={retire}
            className="max-md:flex-1"
          >
            Retire {formatCount(live.length)}
          </Button>
        )}
        {retired.length > 0 && (
          <Button
            disabled={isPending}
            className="max-md:flex-1"
            onClick={() =>
              onRestore(
                retired.map(([id]) => id),
                reason.trim(),
              )
            }
          >
            Restore {formatCount(retired.length)}
          </Button>
        )}
        <Button variant="quiet" keys="esc" onClick={onClear}>
          Clear
        </Button>
      </form>
    </section>
  )
}
