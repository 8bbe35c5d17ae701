// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and become two lines on phones, where a table element would lose its roles; a rule (hr) cannot be dragged nor take the arrow keys.
// biome-ignore-all lint/a11y/useFocusableInteractive: links, buttons and checkboxes inside the cells take the focus.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: J, K and Enter do the same as a click on a row.
'use client'

import clsx from 'clsx'
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useMemo, useState } from 'react'
import { rowsWithin } from '@/components/entries/use-row-window.ts'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { plural } from '@/components/ui/format.ts'
import {
  ENTRY_COLUMNS,
  type EntryColumn,
  type EntrySort,
  entryField,
} from '@/lib/memory/filter/entry-fields.ts'
import type { EntryRow } from '@/lib/memory/views/entries.ts'
import type { Browser } from '../use-browser.ts'
import { entryColumns, type ListColumn } from './entry-columns.tsx'
import { columnPx, formatWidths, gridTemplate, parseWidths } from './table-columns.ts'

type EntryTableProps = {
  browser: Browser
  onPeek: (index: number, event: MouseEvent) => void
  thisYear: number
}

/** The rows in the window under their heads. A click reaches the page with the row's place. */
export function EntryTable({ browser, onPeek, thisYear }: EntryTableProps) {
  const { view, rows, shown, matchCount, inWindow, rowPx, cursor, picking, linkParams } = browser
  const { first, last } = rowsWithin(inWindow, matchCount)
  const shownKey = shown.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew each time, its words are not.
  const columns = useMemo(() => entryColumns(shown), [shownKey])
  const [dragged, setDragged] = useState<Widths>({})
  const widths = parseWidths(view.width)

  // Rows carry no handlers of their own: one that has not changed is not drawn again.
  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return
    const place = event.target.closest('[data-place]')?.getAttribute('data-place')
    if (place == null) return
    if (event.target.matches('input')) picking.toggle(Number(place), event.shiftKey)
    else onPeek(Number(place), event)
  }

  return (
    <div
      role="grid"
      aria-label="Entries"
      aria-rowcount={matchCount + 1}
      aria-multiselectable="true"
      aria-busy={browser.isStale}
      onClick={onClick}
      style={{ '--cols': gridTemplate(shown, { ...widths, ...dragged }) } as CSSProperties}
    >
      <HeaderRow browser={browser} columns={columns} widths={widths} onDrag={setDragged} />
      <div
        role="presentation"
        // Late: an answer that comes at once would only make the rows flicker.
        className={clsx('transition-opacity duration-(--t-move)', browser.isStale && 'opacity-60 delay-200')}
        style={{ paddingTop: first * rowPx, paddingBottom: (matchCount - 1 - last) * rowPx }}
      >
        {Array.from({ length: last - first + 1 }, (_, n) => {
          const index = first + n
          const entry = rows.get(index) ?? null
          return (
            // By place, not by id: another filter writes other words into the rows that stand there.
            <EntryTableRow
              key={index}
              {...{ index, entry, columns, linkParams, thisYear }}
              isSelected={entry !== null && picking.has(entry.id)}
              isCursor={index === cursor}
              isCompact={view.density === 'compact'}
            />
          )
        })}
      </div>
    </div>
  )
}

type Widths = Partial<Record<EntryColumn, number>>

function HeaderRow({
  browser: { view, matchCount, picking },
  columns,
  widths,
  onDrag,
}: {
  browser: Browser
  columns: ListColumn[]
  widths: Widths
  onDrag: (widths: Widths) => void
}) {
  const { sort, desc } = view.filter
  const isAll = matchCount > 0 && picking.count === matchCount
  const setWidth = (id: EntryColumn, px: number) => {
    onDrag({})
    void view.setUrl({ width: formatWidths({ ...widths, [id]: px }) || null })
  }
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
          checked={isAll}
          some={picking.count > 0 && !isAll}
          onChange={() => (isAll ? picking.clear() : picking.all())}
        />
      </div>
      {columns.map(({ id, title, headClass, sort: sorts }) => (
        <div
          key={id}
          role="columnheader"
          aria-sort={sorts === sort ? (desc ? 'descending' : 'ascending') : undefined}
          className={clsx('relative flex', headClass)}
        >
          {isColumn(id) && (
            <ColumnEdge
              id={id}
              px={columnPx(id, widths)}
              onDrag={(px) => onDrag({ [id]: px })}
              onWidth={(px) => setWidth(id, px)}
            />
          )}
          <HeadLabel sort={sorts} isSorted={sorts === sort} descending={desc} onSort={view.sortBy}>
            {title}
          </HeadLabel>
        </div>
      ))}
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

function isColumn(id: ListColumn['id']): id is EntryColumn {
  return ENTRY_COLUMNS.some((column) => column === id)
}

const ROW_GRID = 'grid grid-cols-(--cols) gap-x-2 pr-4 max-md:grid-cols-[40px_34px_minmax(0,1fr)]'

/** One row, drawn again only when something it shows has changed. Null while its page of rows is on the way. */
const EntryTableRow = memo(function EntryTableRow({
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
      <div role="gridcell" className="pl-4">
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

const STEP_PX = 12

type ColumnEdgeProps = {
  id: EntryColumn
  px: number
  onDrag: (px: number) => void
  onWidth: (px: number) => void
}

/** The left edge of a column: dragged, or moved with the arrow keys. */
function ColumnEdge({ id, px, onDrag, onWidth }: ColumnEdgeProps) {
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${entryField(id).title}`}
      aria-valuenow={px}
      tabIndex={0}
      className="absolute top-0 -left-1.5 h-full w-2 cursor-col-resize touch-none hover:bg-strong focus-visible:bg-strong"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        event.preventDefault()
        onWidth(px + (event.key === 'ArrowLeft' ? STEP_PX : -STEP_PX))
      }}
      onPointerDown={(event) => {
        event.preventDefault()
        const edge = event.currentTarget
        const from = event.clientX
        edge.setPointerCapture(event.pointerId)
        const move = ({ clientX }: PointerEvent) => onDrag(px + from - clientX)
        const done = ({ clientX }: PointerEvent) => {
          edge.removeEventListener('pointermove', move)
          edge.removeEventListener('pointerup', done)
          onWidth(px + from - clientX)
        }
        edge.addEventListener('pointermove', move)
        edge.addEventListener('pointerup', done)
      }}
    />
  )
}
