'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { ActionResult, PurgeReceipt } from '@/lib/memory/views.ts'
import { DialogForm } from './dialog-form.tsx'
import { purgedWords } from './purge-words.ts'
import { faultText } from './use-entry-changes.ts'

/** Purges once a phrase is typed, says what came of it, and leaves the page of what is gone. */
export function PhraseForm<R extends PurgeReceipt>({
  phrase,
  purge,
  said = () => '',
  next,
  isPending = false,
  onClose,
  children,
}: {
  phrase: string
  purge: (typed: string) => Promise<ActionResult<R>>
  /** What stands before the proof, e.g. how much went. */
  said?: (receipt: R) => string
  /** Path of the page to go on at. */
  next: string
  isPending?: boolean
  onClose: () => void
  /** What happens: stands above the field. */
  children: ReactNode
}) {
  const router = useRouter()
  const href = useProjectHref()
  const queries = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const result = await purge(typed.trim())
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
    return null
  }
  return (
    <DialogForm
      send={send}
      submit={
        <Button
          type="submit"
          variant="danger-solid"
          disabled={isPending || isBusy || typed.trim() !== phrase}
        >
          Purge
        </Button>
      }
      onClose={onClose}
    >
      {children}
      <Field label={`Type “${phrase}”`}>
        <TextInput
          data-autofocus
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </DialogForm>
  )
}
