'use client'

import { BULK_VERBS, type BulkVerb } from '@/components/curate/bulk-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Menu, MenuItem } from '@/components/ui/menu.tsx'

const BUTTONS = ['restore', 'approve'] as const
const IN_MENU = (Object.keys(BULK_VERBS) as BulkVerb[]).filter(
  (verb) => verb !== 'retire' && !BUTTONS.some((button) => button === verb),
)

/** True number and rule | the way to all that match | verbs | clear. Every verb shows its number again before it acts. */
export function BulkBar({
  count,
  matchCount,
  rule,
  onAll,
  onVerb,
  onRollBack,
  onClear,
}: {
  count: number
  matchCount: number
  /** In words, when everything that matches is picked; null when picked one by one. */
  rule: string | null
  onAll: () => void
  onVerb: (verb: BulkVerb) => void
  /** Where everything picked is all that came from one source; null elsewhere. */
  onRollBack: (() => void) | null
  onClear: () => void
}) {
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
        <Button variant="quiet" keys="A" onClick={onAll}>
          Select all {formatCount(matchCount)} that match
        </Button>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0">
        <Button variant="danger" keys="#" onClick={() => onVerb('retire')}>
          Retire
        </Button>
        {BUTTONS.map((verb) => (
          <Button key={verb} onClick={() => onVerb(verb)}>
            {BULK_VERBS[verb].title}
          </Button>
        ))}
        <Menu side="top" className="min-w-44" trigger={<Button>More</Button>}>
          {IN_MENU.map((verb) => (
            <MenuItem key={verb} onSelect={() => onVerb(verb)}>
              {BULK_VERBS[verb].title}
            </MenuItem>
          ))}
          {onRollBack && (
            <MenuItem danger onSelect={onRollBack}>
              Roll back this source
            </MenuItem>
          )}
        </Menu>
        <Button variant="quiet" keys="esc" onClick={onClear}>
          Clear
        </Button>
      </div>
    </section>
  )
}
