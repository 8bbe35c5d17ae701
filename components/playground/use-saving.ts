import { useState, useTransition } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { RetrieveRequest } from '@/lib/memory/retrieval.ts'

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
