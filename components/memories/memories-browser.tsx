'use client'

import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { BulkVerb } from '@/components/curate/bulk-dialog.tsx'
import { filterKey, useEntryRows, usePrefetchEntries } from '@/components/entries/entry-rows.ts'
import { type EntryFilter, filterParams } from '@/components/entries/entry-url.ts'
import { useRowWindow } from '@/components/entries/use-row-window.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { LoupeFault } from '@/components/ui/faults/fault-error.ts'
import { ErrorState } from '@/components/ui/states.tsx'
import { PHONE, useMedia } from '@/components/ui/use-media.ts'
import { asCategory } from '@/lib/memory/category.ts'
import { ENTRY_FACETS, type EntryFacet } from '@/lib/memory/filter/entry-facet.ts'
import type { EntryAlone, EntryList, SavedViewView } from '@/lib/memory/views.ts'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import { EntryPeek } from './entry-peek.tsx'
import { DayRange } from './filter/day-range.tsx'
import { FacetList } from './filter/facet-list.tsx'
import { FilterSheet } from './filter/filter-sheet.tsx'
import { ListBar } from './list-bar.tsx'
import { NothingMatches } from './nothing-matches.tsx'
import { PeekPane } from './peek-pane.tsx'
import { SelectionActs } from './selection-acts.tsx'
import { EntryTable } from './table/entry-table.tsx'
import { constantColumns, parseWidths, shownColumns } from './table/table-columns.ts'
import { useBrowserKeys } from './use-browser-keys.ts'
import { useEntryView } from './use-entry-view.ts'
import { usePicked } from './use-picked.ts'

/** Room for an objective of two lines; one where rows are compact. */
const ROW_PX = { comfortable: 44, compact: 26 }
const PHONE_ROW_PX = 62

const NO_FACETS = Object.fromEntries(
  ENTRY_FACETS.map((facet) => [facet, []]),
) as unknown as EntryList['facets']

/** Facets, table and peek over one filter, all of it in the address. */
export function MemoriesBrowser(props: MemoriesBrowserProps) {
  const state = useMemoriesBrowser(props)
  const {
    addOpen,
    facets,
    filter,
    matchCount,
    picking,
    project,
    projectId,
    setAddOpen,
    setSheetOpen,
    setUrl,
    setVerb,
    sheetOpen,
    showPeek,
    toggleFacet,
    unseenCount,
    verb,
  } = state

  return (
    <>
      <div
        className={clsx(
          'grid flex-1 grid-cols-[208px_minmax(0,1fr)] max-md:block',
          showPeek && 'lg:grid-cols-[208px_minmax(0,1fr)_304px]',
        )}
      >
        <Filters {...state} />

        <Entries {...state} />

        <Peek {...state} />
      </div>

      <SelectionActs
        picking={picking}
        matchCount={matchCount}
        projectId={projectId}
        filter={filter}
        verb={verb}
        onVerb={setVerb}
      />
      <FilterSheet
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        matchCount={matchCount}
        filter={filter}
        facets={facets}
        unseenCount={unseenCount}
        onSort={(sort, desc) => void setUrl({ sort, desc })}
        onToggle={toggleFacet}
      />
      <AddEntryDialog
        open={addOpen}
        onClose={() => setAddOpen(false)}
        project={project}
        category={asCategory(filter.category[0])}
      />
    </>
  )
}

function Filters({ facets, filter, setUrl, toggleFacet, unseenCount }: BrowserState) {
  return (
    <aside aria-label="Filters" className="border-hairline border-r max-md:hidden">
      <div className="sticky top-11 grid max-h-[calc(100dvh-44px)] content-start gap-3.5 overflow-y-auto pt-3 pr-4 pb-6 pl-6">
        <FacetList facets={facets} chosen={filter} unseenCount={unseenCount} onToggle={toggleFacet} />
        <DayRange from={filter.from} to={filter.to} onDays={(days) => void setUrl({ ...days, at: null })} />
      </div>
    </aside>
  )
}

type MemoriesBrowserProps = {
  project: string
  projectId: string
  views: SavedViewView[]
  /** First rows of the filter in the address, read with the page. */
  initial: EntryList
  initialFilter: EntryFilter
  /** The entry in the peek. */
  initialPeek: EntryAlone | null
  /** Entries at which no detector has looked. */
  unseenCount: number
  thisYear: number
}

type BrowserState = ReturnType<typeof useMemoriesBrowser>

function useMemoriesBrowser(props: MemoriesBrowserProps) {
  const state = useBrowserRows(props)
  const {
    at,
    cursor,
    cursorRow,
    error,
    filter,
    goesToFirst,
    href,
    isPhone,
    isStale,
    list,
    listRef,
    matchCount,
    peekOpen,
    picking,
    prefetch,
    router,
    rows,
    scrollToRow,
    searchRef,
    setAddOpen,
    setGoesToFirst,
    setPeekOpen,
    setUrl,
    setVerb,
    text,
    view,
  } = state

  const moveTo = (index: number) => {
    const to = Math.max(0, Math.min(matchCount - 1, index))
    const row = rows.get(to)
    setPeekOpen(true)
    scrollToRow(to)
    if (!row) return
    void setUrl({ at: row.id })
    prefetch([rows.get(to + 1)?.id, rows.get(to + 2)?.id, rows.get(to - 1)?.id])
  }

  // Enter goes to the first row; those of a text just typed are still on their way.
  useEffect(() => {
    if (!goesToFirst || isStale || list === null || filter.q !== text.trim()) return
    setGoesToFirst(false)
    if (rows.has(0)) moveTo(0)
  })

  const onPeek = (index: number, event: MouseEvent) => {
    const row = rows.get(index)
    const isOnBox = event.target instanceof Element && event.target.closest('label') !== null
    if (!row || isOnBox || event.metaKey || event.ctrlKey || event.shiftKey) return
    // A tap on a phone opens the page itself; the link in the row does that.
    if (isPhone) {
      if (!(event.target instanceof Element && event.target.closest('a')))
        router.push(href(`/memories/${row.id}`, filterParams(filter)))
      return
    }
    event.preventDefault()
    moveTo(index)
  }

  const toggleFacet = (facet: EntryFacet, value: string) => {
    view.toggleFacet(facet, value, matchCount)
    window.scrollTo({ top: Math.min(window.scrollY, listRef.current?.offsetTop ?? 0) })
  }

  useBrowserKeys({
    cursor,
    cursorRow,
    picking,
    matchCount,
    onMove: moveTo,
    onOpen: (id) => router.push(href(`/memories/${id}`, filterParams(filter))),
    onRetire: () => setVerb('retire'),
    onLike: view.showLike,
    onSearch: () => searchRef.current?.focus(),
    onAdd: () => setAddOpen(true),
    onClosePeek: () => setPeekOpen(false),
  })

  const facets = list?.facets ?? NO_FACETS
  const rowInView = cursorRow ?? (at === null ? (rows.get(0) ?? null) : null)
  const hasRows = matchCount > 0 && error === null
  const showPeek = peekOpen && hasRows && rowInView !== null
  return { ...state, facets, onPeek, rowInView, showPeek, toggleFacet }
}

function useBrowserRows({
  project,
  projectId,
  views,
  initial,
  initialFilter,
  initialPeek,
  unseenCount,
  thisYear,
}: MemoriesBrowserProps) {
  const router = useRouter()
  const href = useProjectHref()
  const isPhone = useMedia(PHONE)
  const view = useEntryView()
  const { at, hide, width, density, filter, text, setUrl } = view
  const [peekOpen, setPeekOpen] = useState(true)
  const [sheetOpen, setSheetOpen] = useState(false)
  const [addOpen, setAddOpen] = useState(false)
  const [goesToFirst, setGoesToFirst] = useState(false)
  const searchRef = useRef<HTMLInputElement>(null)
  const [verb, setVerb] = useState<BulkVerb | null>(null)

  const rowPx = isPhone ? PHONE_ROW_PX : ROW_PX[density]
  const { listRef, inWindow, scrollToRow } = useRowWindow(rowPx)
  const { rows, list, isStale, error, retry } = useEntryRows({
    project,
    filter,
    inWindow,
    initial: { key: filterKey(project, initialFilter), list: initial },
  })
  const matchCount = list?.matchCount ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: links lead on in the filter that these rows answer, and change when they do.
  const linkParams = useMemo(() => filterParams(filter), [list])

  const picking = usePicked(project, filter, rows, matchCount)

  const cursor = findCursor(rows, at)
  const cursorRow = cursor === null ? null : (rows.get(cursor) ?? null)
  const prefetch = usePrefetchEntries()
  return {
    addOpen,
    at,
    cursor,
    cursorRow,
    density,
    error,
    filter,
    goesToFirst,
    hide,
    href,
    inWindow,
    initialPeek,
    isPhone,
    isStale,
    linkParams,
    list,
    listRef,
    matchCount,
    peekOpen,
    picking,
    prefetch,
    project,
    projectId,
    retry,
    router,
    rowPx,
    rows,
    scrollToRow,
    searchRef,
    setAddOpen,
    setGoesToFirst,
    setPeekOpen,
    setSheetOpen,
    setUrl,
    setVerb,
    sheetOpen,
    text,
    thisYear,
    unseenCount,
    verb,
    view,
    views,
    width,
  }
}

function Entries({
  cursor,
  density,
  error,
  facets,
  filter,
  hide,
  inWindow,
  isPhone,
  isStale,
  linkParams,
  list,
  listRef,
  matchCount,
  onPeek,
  picking,
  projectId,
  retry,
  rowPx,
  rows,
  searchRef,
  setAddOpen,
  setGoesToFirst,
  setSheetOpen,
  setUrl,
  thisYear,
  toggleFacet,
  view,
  views,
  width,
}: BrowserState) {
  return (
    <section aria-label="Entries" className="flex min-w-0 flex-col">
      <ListBar
        view={view}
        list={list}
        facets={facets}
        projectId={projectId}
        views={views}
        searchRef={searchRef}
        onSearched={() => setGoesToFirst(!isPhone)}
        onSheet={() => setSheetOpen(true)}
        onAdd={() => setAddOpen(true)}
      />
      <div ref={listRef} className="flex-1 border-hairline border-t">
        <Rows
          cursor={cursor}
          density={density}
          error={error}
          filter={filter}
          hide={hide}
          inWindow={inWindow}
          isStale={isStale}
          linkParams={linkParams}
          list={list}
          matchCount={matchCount}
          onPeek={onPeek}
          picking={picking}
          retry={retry}
          rowPx={rowPx}
          rows={rows}
          setUrl={setUrl}
          thisYear={thisYear}
          toggleFacet={toggleFacet}
          view={view}
          width={width}
        />
      </div>
    </section>
  )
}

function Rows({
  cursor,
  density,
  error,
  filter,
  hide,
  inWindow,
  isStale,
  linkParams,
  list,
  matchCount,
  onPeek,
  picking,
  retry,
  rowPx,
  rows,
  setUrl,
  thisYear,
  toggleFacet,
  view,
  width,
}: Pick<
  BrowserState,
  | 'cursor'
  | 'density'
  | 'error'
  | 'filter'
  | 'hide'
  | 'inWindow'
  | 'isStale'
  | 'linkParams'
  | 'list'
  | 'matchCount'
  | 'onPeek'
  | 'picking'
  | 'retry'
  | 'rowPx'
  | 'rows'
  | 'setUrl'
  | 'thisYear'
  | 'toggleFacet'
  | 'view'
  | 'width'
>) {
  return error !== null ? (
    <ErrorState
      what={error.message}
      where="The list was not read; nothing is lost."
      next={error instanceof LoupeFault ? error.hint : null}
      reference={error instanceof LoupeFault ? error.reference : null}
      actions={<Button onClick={retry}>Try again</Button>}
    />
  ) : matchCount === 0 && !isStale ? (
    <NothingMatches
      total={list?.totalCount ?? 0}
      lastAdded={view.lastAdded}
      filter={filter}
      onRemoveLast={() => view.lastAdded && toggleFacet(view.lastAdded.facet, view.lastAdded.value)}
      onClear={view.clear}
    />
  ) : (
    <EntryTable
      rows={rows}
      matchCount={matchCount}
      inWindow={inWindow}
      rowPx={rowPx}
      cursor={cursor}
      sort={filter.sort}
      descending={filter.desc}
      onSort={view.sortBy}
      isSelected={picking.has}
      onSelect={picking.toggle}
      onPeek={onPeek}
      linkParams={linkParams}
      allSelected={matchCount > 0 && picking.count === matchCount}
      someSelected={picking.count > 0}
      onSelectAll={() => (picking.count === matchCount ? picking.clear() : picking.all())}
      columns={shownColumns(hide, list ? [...constantColumns(list).keys()] : [])}
      widths={parseWidths(width)}
      onWidths={(next) => void setUrl({ width: next || null })}
      isCompact={density === 'compact'}
      isStale={isStale}
      thisYear={thisYear}
    />
  )
}

function Peek({ at, cursor, initialPeek, matchCount, rowInView, setPeekOpen, showPeek }: BrowserState) {
  return (
    showPeek &&
    rowInView && (
      <PeekPane isCovering={at !== null} onClose={() => setPeekOpen(false)}>
        <EntryPeek
          row={rowInView}
          index={cursor ?? (at === null ? 0 : null)}
          matchCount={matchCount}
          atFirst={initialPeek}
        />
      </PeekPane>
    )
  )
}

function findCursor(rows: Map<number, { id: string }>, at: string | null): number | null {
  if (at === null) return null
  for (const [index, row] of rows) if (row.id === at) return index
  return null
}
