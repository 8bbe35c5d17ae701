// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and become two lines on phones, where a table element would lose its roles.
// biome-ignore-all lint/a11y/useFocusableInteractive: links, buttons and checkboxes inside the cells take the focus.
'use client'

import clsx from 'clsx'
import { memo } from 'react'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import type { EntryRow } from '@/lib/memory/views/entries.ts'
import type { ListColumn } from './entry-columns.tsx'

export const ROW_GRID = 'grid grid-cols-(--cols) gap-x-2 pr-4 max-md:grid-cols-[40px_34px_minmax(0,1fr)]'

/** One row, drawn again only when something it shows has changed. Null while its page of rows is on the way. */
export const EntryTableRow = memo(function EntryTableRow({
  index,
  entry,
  columns,
  isSelected,
  isCursor,
  isCompact,
  linkParams,
  thisYear,
}: {
  index: number
  entry: EntryRow | null
  columns: ListColumn[]
  isSelected: boolean
  isCursor: boolean
  isCompact: boolean
  linkParams: Record<string, string>
  thisYear: number
}) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={entry ? isSelected : undefined}
      data-cursor={isCursor || undefined}
      data-place={index}
      className={clsx(
        ROW_GRID,
        isCompact ? 'h-[26px] text-small [&_a]:line-clamp-1!' : 'h-11',
        'cursor-default items-center border-hairline border-b hover:bg-hover aria-selected:bg-selected',
        'data-[cursor]:shadow-[inset_2px_0_0_var(--text)] max-md:h-[62px] max-md:items-start max-md:pt-2.5',
      )}
    >
      <div role="gridcell" className="pl-4 max-md:pl-4">
        {entry && (
          // The whole cell is the target on phones, where a finger needs 44 px.
          <label className="-my-1 -ml-4 flex items-center py-1 pl-4 max-md:-mt-2.5 max-md:h-[62px] max-md:items-start max-md:pt-3.5">
            <Checkbox aria-label={`Select ${entry.objective}`} checked={isSelected} onChange={nothing} />
          </label>
        )}
      </div>
      {columns.map(({ id, cellClass, Cell }) => (
        <div key={id} role="gridcell" className={cellClass}>
          {entry ? (
            <Cell entry={entry} linkParams={linkParams} thisYear={thisYear} />
          ) : (
            id === 'objective' && WAITING
          )}
        </div>
      ))}
    </div>
  )
})

const WAITING = <span className="hatch-wide block h-2.5 w-3/5 rounded-[2px]" />

/** The table hears the click: only there it is known whether Shift was held. */
function nothing(): void {}
