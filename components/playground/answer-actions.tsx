'use client'

import { useState, useTransition } from 'react'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'
import { useShownAnswer } from './playground-state.tsx'

/** Saves the retrieval on screen, once each; null = there is none. */
export function useSaving(request: RetrieveRequest | null) {
  const { saveRetrieval } = useCommands()
  const [isSaving, startSaving] = useTransition()
  const [savedKey, setSavedKey] = useState<string | null>(null)
  const toast = useToast()
  const key = JSON.stringify(request)
  const save = () => {
    if (request === null || isSaving) return
    startSaving(async () => {
      const result = await saveRetrieval(request)
      if (result.ok) {
        setSavedKey(key)
        toast.show({ text: `Saved as ${result.value.id}. The overview lists it.` })
      } else toast.show({ text: `Not saved. ${result.error.message} ${result.error.hint}`, tone: 'danger' })
    })
  }
  return { save, isSaving, isSaved: savedKey === key }
}

/** What can be done with an answer. */
export function AnswerActions() {
  const { compareHref, data, pin, saving, url } = useShownAnswer()
  const { save, isSaving, isSaved } = saving
  return (
    <>
      <Button
        variant="solid"
        keys="S"
        onClick={save}
        disabled={isSaving || isSaved}
        className="max-md:flex-1"
      >
        {isSaved ? 'Saved' : 'Save'}
      </Button>
      {data.answer.hits.length > 0 && (
        <Button keys="P" onClick={pin} aria-pressed={url.pin !== null} className="max-md:flex-1">
          {url.pin === null ? 'Pin' : 'Unpin'}
        </Button>
      )}
      {compareHref && (
        <LinkButton keys="C" href={compareHref} className="max-md:flex-1">
          Compare
        </LinkButton>
      )}
    </>
  )
}
