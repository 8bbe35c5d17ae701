// biome-ignore-all lint/a11y/useSemanticElements: rows are virtual and become two lines on phones, where a table element would lose its roles.
// biome-ignore-all lint/a11y/useFocusableInteractive: links, buttons and checkboxes inside the cells take the focus.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: J, K and Enter do the same as a click on a row.
'use client'

import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import type { Virtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import Link from 'next/link'
import {
  type CSSProperties,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useMemo,
  useState,
} from 'react'
import { CategoryMark } from '@/components/ui/category-mark.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { formatCount, formatDay, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { LifecycleMark } from '@/components/ui/lifecycle-mark.tsx'
import { useProjectHref } from '@/components/ui/shell.tsx'
import type { EntryRow, EntrySort } from '@/lib/memory/views.ts'
import { flagWeight } from './entry-words.ts'
import { FlagMark } from './flag-mark.tsx'
import { COLUMNS, type ColumnId, formatWidths, gridTemplate } from './table-columns.ts'

/** What a row needs to know about the page around it. */
type RowContextValue = {
  isSelected: (id: string) => boolean
  onSelect: (index: number, extend: boolean) => void
  onPeek: (index: number, event: MouseEvent) => void
  thisYear: number
  /** The filter, carried along so that next and previous respect it. */
  linkParams: Record<string, string>
}

const RowContext = createContext<RowContextValue | null>(null)

type TableRow = { index: number; entry: EntryRow | null }

const features = tableFeatures({})
const helper = createColumnHelper<typeof features, TableRow>()

/** Width and alignment by column; the phone shows the first three and a second line. */
const LAYOUT: Record<string, { cell: string; head?: string; sort?: EntrySort }> = {
  select: { cell: 'pl-4 max-md:pl-4' },
  category: { cell: '', sort: 'category' },
  objective: { cell: 'min-w-0', sort: 'objective' },
  flag: { cell: 'min-w-0 max-md:hidden' },
  repo: { cell: 'min-w-0 truncate text-ink-2 text-small max-md:hidden', sort: 'repo' },
  backbone: { cell: 'min-w-0 truncate text-ink-2 text-small max-md:hidden' },
  reviewer: { cell: 'min-w-0 truncate text-ink-2 text-small max-md:hidden' },
  served: { cell: 'num max-md:hidden', head: 'justify-end', sort: 'served' },
  outcome: { cell: 'max-md:hidden' },
  state: { cell: 'max-md:hidden' },
  created: { cell: 'num text-ink-3 text-small max-md:hidden', head: 'justify-end', sort: 'created' },
}

/** Characters before the first match that still leave it in sight. */
const LONGEST_LEAD = 24

const GRID = 'grid grid-cols-(--cols) gap-x-2 pr-4 max-md:grid-cols-[40px_34px_minmax(0,1fr)]'

const ALL_COLUMNS = helper.columns([
  helper.display({ id: 'select', header: '', cell: ({ row }) => <SelectCell row={row.original} /> }),
  helper.display({
    id: 'category',
    header: '',
    cell: ({ row }) =>
      row.original.entry && <CategoryMark category={row.original.entry.category} show="letter" />,
  }),
  helper.display({
    id: 'objective',
    header: 'Objective',
    cell: ({ row }) => <ObjectiveCell row={row.original} />,
  }),
  helper.display({
    id: 'flag',
    header: 'Flag',
    cell: ({ row }) => {
      const [first, ...others] = byWeight(row.original.entry?.flags ?? [])
      if (!first) return null
      return (
        <span className="flex min-w-0 items-baseline gap-1">
          <FlagMark flag={first} />
          {others.length > 0 && (
            <span className="text-ink-3 text-micro" title={others.join(', ')}>
              +{others.length}
            </span>
          )}
        </span>
      )
    },
  }),
  helper.display({ id: 'repo', header: 'Repository', cell: ({ row }) => row.original.entry?.repo ?? '' }),
  helper.display({
    id: 'backbone',
    header: 'Model of the run',
    cell: ({ row }) => row.original.entry && (row.original.entry.backbone ?? <Hatch label="model unknown" />),
  }),
  helper.display({
    id: 'reviewer',
    header: 'Reviewed by',
    cell: ({ row }) => row.original.entry?.reviewedBy ?? '',
  }),
  helper.display({
    id: 'served',
    header: 'Served',
    cell: ({ row }) => {
      const count = row.original.entry?.servedCount
      return count === undefined ? null : (
        <span className={clsx(count === 0 && 'text-ink-3')}>{formatCount(count)}</span>
      )
    },
  }),
  helper.display({
    id: 'outcome',
    header: 'Run',
    cell: ({ row }) => {
      if (!row.original.entry) return null
      return row.original.entry.outcome ? (
        <span className="text-ink-2 text-small">{row.original.entry.outcome}</span>
      ) : (
        <Hatch label="outcome unknown" />
      )
    },
  }),
  helper.display({
    id: 'state',
    header: 'State',
    cell: ({ row }) =>
      row.original.entry && <LifecycleMark lifecycle={row.original.entry.lifecycle} word={false} />,
  }),
  helper.display({ id: 'created', header: 'Made', cell: ({ row }) => <CreatedCell row={row.original} /> }),
])

export function EntryTable({
  rows,
  matchCount,
  virtualizer,
  cursor,
  sort,
  descending,
  onSort,
  allSelected,
  someSelected,
  onSelectAll,
  isStale,
  columns: shown,
  widths,
  onWidths,
  isCompact,
  ...context
}: RowContextValue & {
  rows: Map<number, EntryRow>
  matchCount: number
  virtualizer: Virtualizer<Window, Element>
  cursor: number | null
  sort: EntrySort
  descending: boolean
  onSort: (sort: EntrySort) => void
  allSelected: boolean
  someSelected: boolean
  onSelectAll: () => void
  isStale: boolean
  columns: ColumnId[]
  widths: Partial<Record<ColumnId, number>>
  onWidths: (widths: string) => void
  isCompact: boolean
}) {
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const data = useMemo(
    () => items.map((item): TableRow => ({ index: item.index, entry: rows.get(item.index) ?? null })),
    [items, rows],
  )
  const shownKey = shown.join()
  const columns = useMemo(
    () =>
      ALL_COLUMNS.filter(
        ({ id = '' }) => !(id in COLUMNS) || shownKey.split(',').some((known) => known === id),
      ),
    [shownKey],
  )
  const [dragged, setDragged] = useState<Partial<Record<ColumnId, number>>>({})
  const table = useTable({ features, columns, data, getRowId: (row) => row.entry?.id ?? `row-${row.index}` })
  const margin = virtualizer.options.scrollMargin

  return (
    <RowContext value={context}>
      <div
        role="grid"
        aria-label="Entries"
        aria-rowcount={matchCount + 1}
        aria-multiselectable="true"
        style={{ '--cols': gridTemplate(shown, { ...widths, ...dragged }) } as CSSProperties}
      >
        {table.getHeaderGroups().map((group) => (
          <div
            key={group.id}
            role="row"
            aria-rowindex={1}
            className={clsx(
              GRID,
              'sticky top-11 z-10 h-7 items-center border-strong border-b bg-surface text-ink-3 text-small max-md:hidden',
            )}
          >
            {group.headers.map((header) => {
              const layout = LAYOUT[header.column.id] ?? { cell: '' }
              const isSorted = layout.sort === sort
              return (
                <div
                  key={header.id}
                  role="columnheader"
                  aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
                  className={clsx('relative flex', header.column.id === 'select' && 'pl-4', layout.head)}
                >
                  {isColumn(header.column.id) && (
                    <ColumnEdge
                      id={header.column.id}
                      px={widths[header.column.id] ?? COLUMNS[header.column.id].px}
                      onDrag={(px) => setDragged({ [header.column.id]: px })}
                      onWidth={(px) => {
                        setDragged({})
                        onWidths(formatWidths({ ...widths, [header.column.id]: px }))
                      }}
                    />
                  )}
                  {header.column.id === 'select' ? (
                    <Checkbox
                      aria-label={`Select all ${plural(matchCount, 'entry', 'entries')}`}
                      checked={allSelected}
                      some={someSelected && !allSelected}
                      onChange={onSelectAll}
                    />
                  ) : (
                    <HeadLabel sort={layout.sort} isSorted={isSorted} descending={descending} onSort={onSort}>
                      {header.column.id === 'category' ? <span className="sr-only">Category</span> : null}
                      <table.FlexRender header={header} />
                    </HeadLabel>
                  )}
                </div>
              )
            })}
          </div>
        ))}
        <div
          role="presentation"
          className={clsx('transition-opacity duration-(--t-move)', isStale && 'opacity-60')}
          style={{
            paddingTop: first ? first.start - margin : 0,
            paddingBottom: last ? Math.max(0, virtualizer.getTotalSize() - (last.end - margin)) : 0,
          }}
        >
          {table.getRowModel().rows.map((row) => {
            const { index, entry } = row.original
            return (
              <div
                key={row.id}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={entry ? context.isSelected(entry.id) : undefined}
                data-cursor={index === cursor || undefined}
                onClick={(event) => context.onPeek(index, event)}
                className={clsx(
                  GRID,
                  isCompact ? 'h-[26px] text-small' : 'h-8',
                  'cursor-default items-center border-hairline border-b hover:bg-hover aria-selected:bg-selected',
                  'data-[cursor]:shadow-[inset_2px_0_0_var(--text)] max-md:h-[62px] max-md:items-start max-md:pt-2.5',
                )}
              >
                {row.getAllCells().map((cell) => (
                  <div key={cell.id} role="gridcell" className={LAYOUT[cell.column.id]?.cell}>
                    <table.FlexRender cell={cell} />
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </RowContext>
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
      {sort === 'category' && !isSorted && <span aria-hidden="true">z</span>}
      {isSorted && (
        <span aria-hidden="true" className="text-[10px]">
          {descending ? '↓' : '↑'}
        </span>
      )}
    </button>
  )
}

function SelectCell({ row }: { row: TableRow }) {
  const context = useRow()
  if (!row.entry) return null
  return (
    // The whole cell is the target on phones, where a finger needs 44 px.
    <label className="-my-1 -ml-4 flex items-center py-1 pl-4 max-md:-mt-2.5 max-md:h-[62px] max-md:items-start max-md:pt-3.5">
      <Checkbox
        aria-label={`Select ${row.entry.objective}`}
        checked={context.isSelected(row.entry.id)}
        onClick={(event) => {
          context.onSelect(row.index, event.shiftKey)
        }}
        onChange={() => {}}
      />
    </label>
  )
}

function ObjectiveCell({ row }: { row: TableRow }) {
  const href = useProjectHref()
  const { linkParams } = useRow()
  const { entry } = row
  if (!entry) return <span className="hatch-wide block h-2.5 w-3/5 rounded-[2px]" />
  return (
    <>
      <Link
        href={href(`/memories/${entry.id}`, linkParams)}
        prefetch={false}
        title={entry.objective}
        className="block truncate outline-offset-1 max-md:leading-5"
      >
        {entry.snippet ? <Snippet pieces={entry.snippet} fallback={entry.objective} /> : entry.objective}
      </Link>
      <p className="hidden truncate text-ink-3 text-small leading-5 max-md:block">
        {byWeight(entry.flags).map((flag) => (
          <span key={flag}>
            <FlagMark flag={flag} />,{' '}
          </span>
        ))}
        {entry.lifecycle !== 'approved' && `${entry.lifecycle}, `}
        {entry.servedCount === 0 ? 'never served' : `served ${formatCount(entry.servedCount)}`}
        {entry.outcome ? `, run ${entry.outcome}` : ''}
      </p>
    </>
  )
}

/** The objective with the matched words underlined; the fragment itself when the match is elsewhere in the entry. */
function Snippet({ pieces, fallback }: { pieces: NonNullable<EntryRow['snippet']>; fallback: string }) {
  const words = new Set(pieces.filter((piece) => piece.match).map((piece) => piece.text.toLowerCase()))
  const places = [...words].map((word) => fallback.toLowerCase().indexOf(word)).filter((place) => place >= 0)
  if (places.length > 0) {
    // The match must be in sight: a long beginning gives way.
    const from = Math.min(...places)
    const text =
      from > LONGEST_LEAD ? `… ${fallback.slice(from - LONGEST_LEAD / 2).replace(/^\S*\s/, '')}` : fallback
    return <Highlight text={text} words={words} />
  }
  return (
    <>
      {fallback}
      <span className="text-ink-3">
        {'  …'}
        {withKeys(pieces).map(({ at, piece }) =>
          piece.match ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
        )}
      </span>
    </>
  )
}

function Highlight({ text, words }: { text: string; words: Set<string> }) {
  const pattern = [...words].map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  let at = 0
  return text.split(new RegExp(`(${pattern})`, 'i')).map((part) => {
    const key = at
    at += part.length
    return words.has(part.toLowerCase()) ? <mark key={key}>{part}</mark> : <span key={key}>{part}</span>
  })
}

function CreatedCell({ row }: { row: TableRow }) {
  const { thisYear } = useRow()
  return row.entry ? formatDay(row.entry.createdAt, thisYear) : null
}

function byWeight(flags: string[]): string[] {
  return [...flags].sort((a, b) => flagWeight(a) - flagWeight(b))
}

function withKeys<T extends { text: string }>(pieces: T[]): { at: number; piece: T }[] {
  let at = 0
  return pieces.map((piece) => {
    const keyed = { at, piece }
    at += piece.text.length + 1
    return keyed
  })
}

function useRow(): RowContextValue {
  const value = useContext(RowContext)
  if (!value) throw new Error('A cell outside of EntryTable')
  return value
}

function isColumn(id: string): id is ColumnId {
  return id in COLUMNS
}

const STEP_PX = 12

/** The left edge of a column: dragged, or moved with the arrow keys. */
function ColumnEdge({
  id,
  px,
  onDrag,
  onWidth,
}: {
  id: ColumnId
  px: number
  onDrag: (px: number) => void
  onWidth: (px: number) => void
}) {
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${COLUMNS[id].title}`}
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
