'use client'

import { useState } from 'react'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog, type BulkVerb } from './bulk-dialog.tsx'
import type { BulkActions, EntryActions } from './entry-actions.ts'
import { askedFilter, type EntryFilter } from './entry-url.ts'
import { describeFilter } from './entry-words.ts'
import { sourceOf } from './prepare-source.ts'
import { type RollBackActions, RollBackDialog } from './roll-back-dialog.tsx'
import { useEntryChanges } from './use-entry-changes.ts'
import { selectionFilter, type usePicked } from './use-picked.ts'

/** The bar over what is selected, and the dialog of the verb that was chosen; nothing while nothing is. */
export function SelectionActs({
  picking,
  matchCount,
  projectId,
  filter,
  verb,
  onVerb,
  actions,
}: {
  picking: ReturnType<typeof usePicked>
  matchCount: number
  projectId: string
  filter: EntryFilter
  verb: BulkVerb | null
  onVerb: (verb: BulkVerb | null) => void
  actions: EntryActions & BulkActions & RollBackActions
}) {
  const { run, isPending } = useEntryChanges(actions.undo)
  const [isRollingBack, setRollingBack] = useState(false)
  if (picking.count === 0) return null
  const isAll = picking.selection.kind === 'all'
  const rule = isAll ? describeFilter(filter) : null
  const source = isAll ? sourceOf(askedFilter(projectId, filter)) : null
  return (
    <>
      <div className="sticky bottom-0 z-20 md:ml-[208px]">
        <BulkBar
          count={picking.count}
          matchCount={matchCount}
          rule={rule}
          onAll={picking.all}
          onVerb={onVerb}
          onRollBack={source && (() => setRollingBack(true))}
          onClear={picking.clear}
        />
      </div>
      {source && isRollingBack && (
        <RollBackDialog
          projectId={projectId}
          source={source}
          actions={actions}
          onClose={() => setRollingBack(false)}
          onDone={() => {
            setRollingBack(false)
            picking.clear()
          }}
        />
      )}
      {verb !== null && (
        <BulkDialog
          key={verb}
          verb={verb}
          filter={selectionFilter(picking.selection, askedFilter(projectId, filter))}
          inWords={rule === null ? 'Selected one by one' : `Everything with ${rule}`}
          actions={actions}
          run={run}
          isPending={isPending}
          onClose={() => onVerb(null)}
          onDone={() => {
            onVerb(null)
            picking.clear()
          }}
        />
      )}
    </>
  )
}
