'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import type { NamedSource } from './prepare-source.ts'
import { RollBackDialog } from './roll-back-dialog.tsx'

/** The way to a roll back of one source. */
export function RollBack({
  projectId,
  source,
  children = 'Roll back',
}: {
  projectId: string
  source: NamedSource
  children?: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <RollBackDialog
          projectId={projectId}
          source={source}
          onClose={() => setOpen(false)}
          onDone={() => setOpen(false)}
        />
      )}
    </>
  )
}
