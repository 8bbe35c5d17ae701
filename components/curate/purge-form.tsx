'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { ActionResult, PurgeReceipt } from '@/lib/memory/views/curation.ts'
import { DialogForm } from './dialog-form.tsx'
import { purgedWords } from './purge-words.ts'
import { useReviewer } from './reviewer.tsx'

type Asked = { phrase: string; reason: string; by: string }

type Purging<R extends PurgeReceipt> = {
  /** What has to be typed. */
  phrase: string
  purge: (asked: Asked) => Promise<ActionResult<R>>
  /** What stands before the proof, e.g. how much went. */
  said?: (receipt: R) => string
  /** Path of the page to go on at. */
  next: string
  isPending?: boolean
  onClose: () => void
}

/** Asks who purges, why, and for a phrase; says what came of it, and leaves the page of what is gone. */
export function PurgeForm<R extends PurgeReceipt>({
  children,
  ...purging
}: Purging<R> & {
  /** What happens: stands above the fields. */
  children: ReactNode
}) {
  const { asked, ask, isIncomplete, canSend, send } = usePurge(purging)
  return (
    <DialogForm
      send={send}
      submit={
        <Button type="submit" variant="danger-solid" disabled={!canSend}>
          Purge
        </Button>
      }
      onClose={purging.onClose}
    >
      {children}
      <Field label="Who purges" error={isIncomplete && asked.by.trim() === '' && 'Say who you are.'}>
        <TextInput value={asked.by} maxLength={80} onChange={({ target }) => ask({ by: target.value })} />
      </Field>
      <Field
        label="Reason"
        hint="stays in the log"
        error={isIncomplete && asked.reason.trim() === '' && 'Say why, in a word or two.'}
      >
        <TextInput
          data-autofocus
          value={asked.reason}
          maxLength={300}
          onChange={({ target }) => ask({ reason: target.value })}
        />
      </Field>
      <Field label={`Type “${purging.phrase}”`}>
        <TextInput
          value={asked.phrase}
          autoComplete="off"
          onChange={({ target }) => ask({ phrase: target.value })}
        />
      </Field>
    </DialogForm>
  )
}

function usePurge<R extends PurgeReceipt>({
  phrase,
  purge,
  said = () => '',
  next,
  isPending = false,
  onClose,
}: Purging<R>) {
  const router = useRouter()
  const href = useProjectHref()
  const queries = useQueryClient()
  const toast = useToast()
  const [reviewer, setReviewer] = useReviewer()
  const [typed, setTyped] = useState<Partial<Asked>>({})
  const [isBusy, setBusy] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)
  const asked: Asked = { phrase: '', reason: '', by: reviewer ?? '', ...typed }

  const send = async () => {
    const [by, reason] = [asked.by.trim(), asked.reason.trim()]
    setIncomplete(by === '' || reason === '')
    if (by === '' || reason === '') return null
    setReviewer(by)
    setBusy(true)
    const result = await purge({ phrase: asked.phrase.trim(), reason, by })
    setBusy(false)
    if (!result.ok) return faultText(result.error)
    const { files, backupsHolding } = result.value
    const isLeft = files.some(({ found }) => found > 0) || backupsHolding.length > 0
    toast.show({
      text: `${said(result.value)}${purgedWords(result.value)}`,
      tone: isLeft ? 'danger' : 'plain',
    })
    onClose()
    // There is no such page any more; what was read of it must not be shown either.
    await queries.invalidateQueries({ refetchType: 'none' })
    router.push(href(next))
    // The frame around the next page is kept from this one, with its counts.
    router.refresh()
    return null
  }
  return {
    asked,
    ask: (more: Partial<Asked>) => setTyped({ ...typed, ...more }),
    isIncomplete,
    canSend: !isPending && !isBusy && asked.phrase.trim() === phrase,
    send,
  }
}
