'use client'

import { useState } from 'react'
import { BULK_VERBS, BulkDialog, type BulkVerb } from '@/components/curate/bulk-dialog.tsx'
import { sourceOf } from '@/components/curate/prepare-source.ts'
import { RollBackDialog } from '@/components/curate/roll-back.tsx'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { askedFilter, type EntryFilter } from '@/components/entries/entry-url.ts'
import { describeFilter } from '@/components/entries/entry-words.ts'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Menu, MenuItem } from '@/components/ui/menu.tsx'
import { selectionFilter, type usePicked } from './use-picked.ts'

/** Verbs with a button of their own; the others are in the menu. */
const BUTTONS: readonly BulkVerb[] = ['restore', 'approve']
const IN_MENU = (Object.keys(BULK_VERBS) as BulkVerb[]).filter(
  (verb) => verb !== 'retire' && !BUTTONS.includes(verb),
)

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
          {...{ picking, matchCount, rule, onVerb }}
          onRollBack={source && (() => setRollingBack(true))}
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
          inWords={rule === null ? 'Selected one by one' : `Every entry where ${rule}`}
          run={run}
          isPending={isPending}
          onClose={() => onVerb(null)}
          onDone={done}
        />
      )}
    </>
  )
}

type BulkBarProps = Pick<SelectionActsProps, 'picking' | 'matchCount' | 'onVerb'> & {
  /** In words, when everything that matches is picked; null when picked one by one. */
  rule: string | null
  /** Where everything picked is all that came from one source; null elsewhere. */
  onRollBack: (() => void) | null
}

/** True number and rule | the way to all that match | verbs | clear. Every verb shows its number again before it acts. */
function BulkBar({ picking, matchCount, rule, onVerb, onRollBack }: BulkBarProps) {
  const { count, all, clear } = picking
  return (
    <section
      aria-label="Selection"
      data-bottom-bar
      className="flex flex-wrap items-center gap-x-5 gap-y-2 border-ink border-t bg-overlay px-4 py-3 text-small md:pr-6 max-md:shadow-float"
    >
      <p className="grid leading-[18px]" aria-live="polite">
        <b className="font-medium text-body">{formatCount(count)} selected</b>
        <span className="text-ink-3">{rule === null ? 'one by one' : `all with ${rule}`}</span>
      </p>
      {rule === null && count < matchCount && (
        <Button variant="quiet" keys="A" onClick={all}>
          Select all {formatCount(matchCount)} that match
        </Button>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0">
        <ActButton asks="bulk" variant="danger" keys="#" onClick={() => onVerb('retire')}>
          Retire
        </ActButton>
        {BUTTONS.map((verb) => (
          <ActButton asks="bulk" key={verb} onClick={() => onVerb(verb)}>
            {BULK_VERBS[verb].title}
          </ActButton>
        ))}
        <Menu side="top" className="min-w-44" trigger={<Button>More</Button>}>
          {IN_MENU.map((verb) => (
            <MenuItem asks="bulk" key={verb} onSelect={() => onVerb(verb)}>
              {BULK_VERBS[verb].title}
            </MenuItem>
          ))}
          {onRollBack && (
            <MenuItem asks="rollback" danger onSelect={onRollBack}>
              Roll back this source
            </MenuItem>
          )}
        </Menu>
        <Button variant="quiet" keys="esc" onClick={clear}>
          Clear
        </Button>
      </div>
    </section>
  )
}
