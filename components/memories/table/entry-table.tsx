// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and become two lines on phones, where a table element would lose its roles.
// biome-ignore-all lint/a11y/useFocusableInteractive: links, buttons and checkboxes inside the cells take the focus.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: J, K and Enter do the same as a click on a row.
'use client'

import clsx from 'clsx'
import { type CSSProperties, type MouseEvent, type ReactNode, useMemo, useState } from 'react'
import { type RowRange, rowsWithin } from '@/components/entries/use-row-window.ts'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { plural } from '@/components/ui/format.ts'
import type { EntryRow, EntrySort } from '@/lib/memory/views.ts'
import { ColumnEdge } from './column-edge.tsx'
import { type EntryColumn, entryColumns } from './entry-columns.tsx'
import { EntryTableRow, ROW_GRID } from './entry-table-row.tsx'
import { COLUMNS, type ColumnId, formatWidths, gridTemplate } from './table-columns.ts'

/** The rows in the window under their heads. A click reaches the page with the row's place. */
export function EntryTable({
  rows,
  matchCount,
  inWindow,
  rowPx,
  cursor,
  sort,
  descending,
  onSort,
  isSelected,
  onSelect,
  onPeek,
  linkParams,
  allSelected,
  someSelected,
  onSelectAll,
  columns: shown,
  widths,
  onWidths,
  isCompact,
  isStale,
  thisYear,
}: EntryTableProps) {
  const { first, last } = rowsWithin(inWindow, matchCount)
  const shownKey = shown.join()
  const columns = useMemo(() => entryColumns(shownKey.split(',')), [shownKey])
  const [dragged, setDragged] = useState<Partial<Record<ColumnId, number>>>({})

  // Rows carry no handlers of their own: one that has not changed is not drawn again.
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const place = event.target.closest('[data-place]')?.getAttribute('data-place')
    if (place == null) return
    if (event.target.matches('input')) onSelect(Number(place), event.shiftKey)
    else onPeek(Number(place), event)
  }

  return (
    <div
      role="grid"
      aria-label="Entries"
      aria-rowcount={matchCount + 1}
      aria-multiselectable="true"
      onClick={onClick}
      style={{ '--cols': gridTemplate(shown, { ...widths, ...dragged }) } as CSSProperties}
    >
      <HeaderRow
        allSelected={allSelected}
        descending={descending}
        matchCount={matchCount}
        onSelectAll={onSelectAll}
        onSort={onSort}
        onWidths={onWidths}
        someSelected={someSelected}
        sort={sort}
        widths={widths}
        columns={columns}
        setDragged={setDragged}
      />
      <div
        role="presentation"
        // Late: an answer that comes at once would only make the rows flicker.
        className={clsx('transition-opacity duration-(--t-move)', isStale && 'opacity-60 delay-200')}
        style={{
          paddingTop: first * rowPx,
          paddingBottom: (matchCount - 1 - last) * rowPx,
        }}
      >
        {Array.from({ length: last - first + 1 }, (_, n) => {
          const index = first + n
          const entry = rows.get(index) ?? null
          return (
            // By place, not by id: another filter writes other words into the rows that stand there.
            <EntryTableRow
              key={index}
              index={index}
              entry={entry}
              columns={columns}
              isSelected={entry !== null && isSelected(entry.id)}
              isCursor={index === cursor}
              isCompact={isCompact}
              linkParams={linkParams}
              thisYear={thisYear}
            />
          )
        })}
      </div>
    </div>
  )
}

type EntryTableProps = {
  rows: Map<number, EntryRow>
  matchCount: number
  inWindow: RowRange
  rowPx: number
  cursor: number | null
  sort: EntrySort
  descending: boolean
  onSort: (sort: EntrySort) => void
  isSelected: (id: string) => boolean
  onSelect: (index: number, extend: boolean) => void
  onPeek: (index: number, event: MouseEvent) => void
  /** The filter, carried along so that next and previous respect it. The same object while the rows are the same. */
  linkParams: Record<string, string>
  allSelected: boolean
  someSelected: boolean
  onSelectAll: () => void
  columns: ColumnId[]
  widths: Partial<Record<ColumnId, number>>
  onWidths: (widths: string) => void
  isCompact: boolean
  isStale: boolean
  thisYear: number
}

function HeaderRow({
  allSelected,
  descending,
  matchCount,
  onSelectAll,
  onSort,
  onWidths,
  someSelected,
  sort,
  widths,
  columns,
  setDragged,
}: Pick<
  EntryTableProps,
  | 'allSelected'
  | 'descending'
  | 'matchCount'
  | 'onSelectAll'
  | 'onSort'
  | 'onWidths'
  | 'someSelected'
  | 'sort'
  | 'widths'
> & {
  columns: EntryColumn[]
  setDragged: (widths: Partial<Record<ColumnId, number>>) => void
}) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={clsx(
        ROW_GRID,
        'sticky top-11 z-10 h-7 items-center border-strong border-b bg-surface text-ink-3 text-small max-md:hidden',
      )}
    >
      <div role="columnheader" className="relative flex pl-4">
        <Checkbox
          aria-label={`Select all ${plural(matchCount, 'entry', 'entries')}`}
          checked={allSelected}
          some={someSelected && !allSelected}
          onChange={onSelectAll}
        />
      </div>
      {columns.map((column) => {
        const { id, title, headClass, sort: sorts } = column
        const isSorted = sorts === sort
        return (
          <div
            key={id}
            role="columnheader"
            aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
            className={clsx('relative flex', headClass)}
          >
            {isColumn(id) && (
              <ColumnEdge
                id={id}
                px={widths[id] ?? COLUMNS[id].px}
                onDrag={(px) => setDragged({ [id]: px })}
                onWidth={(px) => {
                  setDragged({})
                  onWidths(formatWidths({ ...widths, [id]: px }))
                }}
              />
            )}
            <HeadLabel sort={sorts} isSorted={isSorted} descending={descending} onSort={onSort}>
              {title}
            </HeadLabel>
          </div>
        )
      })}
    </div>
  )
}

function HeadLabel({
  sort,
  isSorted,
  descending,
  onSort,
  children,
}: {
  sort: EntrySort | undefined
  isSorted: boolean
  descending: boolean
  onSort: (sort: EntrySort) => void
  children: ReactNode
}) {
  if (!sort) return children
  return (
    <button
      type="button"
      onClick={() => onSort(sort)}
      className={clsx('inline-flex items-center gap-1 hover:text-ink', isSorted && 'text-ink')}
    >
      {children}
      {sort === 'category' && !isSorted && <span aria-hidden="true">A–V</span>}
      {isSorted && (
        <span aria-hidden="true" className="text-[10px]">
          {descending ? '↓' : '↑'}
        </span>
      )}
    </button>
  )
}

function isColumn(id: string): id is ColumnId {
  return id in COLUMNS
}
