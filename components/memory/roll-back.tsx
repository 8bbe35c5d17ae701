'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import type { EntryActions } from './entry-actions.ts'
import type { NamedSource } from './prepare-source.ts'
import { type RollBackActions, RollBackDialog } from './roll-back-dialog.tsx'
import { useEntryChanges } from './use-entry-changes.ts'

/** The way to a roll back of one source. */
export function RollBack({
  projectId,
  source,
  actions,
  children = 'Roll back',
}: {
  projectId: string
  source: NamedSource
  actions: RollBackActions & Pick<EntryActions, 'undo'>
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const { run, isPending } = useEntryChanges(actions.undo)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <RollBackDialog
          projectId={projectId}
          source={source}
          actions={actions}
          run={run}
          isPending={isPending}
          onClose={() => setOpen(false)}
          onDone={() => setOpen(false)}
        />
      )}
    </>
  )
}
