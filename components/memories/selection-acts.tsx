'use client'

import { useState } from 'react'
import { BulkDialog, type BulkVerb } from '@/components/curate/bulk-dialog.tsx'
import { sourceOf } from '@/components/curate/prepare-source.ts'
import { RollBackDialog } from '@/components/curate/roll-back-dialog.tsx'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { askedFilter, type EntryFilter } from '@/components/entries/entry-url.ts'
import { describeFilter } from '@/components/entries/entry-words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { selectionFilter, type usePicked } from './use-picked.ts'

type SelectionActsProps = {
  picking: ReturnType<typeof usePicked>
  matchCount: number
  projectId: string
  filter: EntryFilter
  verb: BulkVerb | null
  onVerb: (verb: BulkVerb | null) => void
}

/** The bar over what is selected, and the dialog of the verb that was chosen; nothing while nothing is. */
export function SelectionActs({ picking, matchCount, projectId, filter, verb, onVerb }: SelectionActsProps) {
  const { run, isPending } = useEntryChanges()
  const [isRollingBack, setRollingBack] = useState(false)
  if (picking.count === 0) return null
  const isAll = picking.selection.kind === 'all'
  const rule = isAll ? describeFilter(filter) : null
  const source = isAll ? sourceOf(askedFilter(projectId, filter)) : null
  const done = () => {
    setRollingBack(false)
    onVerb(null)
    picking.clear()
  }
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
          onClose={() => setRollingBack(false)}
          onDone={done}
        />
      )}
      {verb !== null && (
        <BulkDialog
          key={verb}
          verb={verb}
          filter={selectionFilter(picking.selection, askedFilter(projectId, filter))}
          inWords={rule === null ? 'Selected one by one' : `Everything with ${rule}`}
          run={run}
          isPending={isPending}
          onClose={() => onVerb(null)}
          onDone={done}
        />
      )}
    </>
  )
}
