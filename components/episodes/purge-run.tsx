'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { DialogForm } from '@/components/curate/dialog-form.tsx'
import { purgedWords } from '@/components/curate/purge-words.ts'
import { faultText } from '@/components/curate/use-entry-changes.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { plural } from '@/components/ui/format.ts'
import { useToast } from '@/components/ui/toast.tsx'
import { purgeRunPhrase } from '@/lib/memory/purge-phrase.ts'
import type { EpisodeDetail } from '@/lib/memory/views.ts'

type Run = Pick<EpisodeDetail['episode'], 'id' | 'instanceId' | 'stepCount' | 'entryCount'>

/** The way to take an imported run out for good. */
export function PurgeRun({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Purge run
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Purge this run">
        {isOpen && <PurgeRunForm run={run} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function PurgeRunForm({ run, onClose }: { run: Run; onClose: () => void }) {
  const commands = useCommands()
  const router = useRouter()
  const href = useProjectHref()
  const queries = useQueryClient()
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [deleteBackups, setDeleteBackups] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const phrase = purgeRunPhrase(run.instanceId)
  const purge = async () => {
    setBusy(true)
    const result = await commands.purgeRun({ episodeId: run.id, phrase: typed.trim(), deleteBackups })
    setBusy(false)
    if (!result.ok) return faultText(result.error)
    const { stepCount, entryCount, files, backupsHolding } = result.value
    const isLeft = files.some(({ found }) => found > 0) || backupsHolding.length > 0
    toast.show({
      text: `${plural(stepCount, 'step')}, ${plural(entryCount, 'entry', 'entries')}. ${purgedWords(result.value)}`,
      tone: isLeft ? 'danger' : 'plain',
    })
    onClose()
    // There is no such page any more; what was read of it must not be shown either.
    await queries.invalidateQueries({ refetchType: 'none' })
    router.push(href('/episodes'))
    return null
  }
  return (
    <DialogForm
      send={purge}
      submit={
        <Button type="submit" variant="danger-solid" disabled={isBusy || typed.trim() !== phrase}>
          Purge
        </Button>
      }
      onClose={onClose}
    >
      <p className="text-ink-2">
        {plural(run.stepCount, 'step')} and {plural(run.entryCount, 'entry', 'entries')} leave the store, with
        what the history, notes, reasons and kept retrievals say of them. It cannot be brought back. The file
        may be imported again; its lessons do not come back.
      </p>
      <label className="flex min-h-7 items-center gap-2 max-md:min-h-11">
        <input
          type="checkbox"
          checked={deleteBackups}
          onChange={(event) => setDeleteBackups(event.target.checked)}
          className="accent-(--accent)"
        />
        Delete the safe copies that hold it
      </label>
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
