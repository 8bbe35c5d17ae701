'use client'

import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { useQueryStates } from 'nuqs'
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { ReadError } from '@/components/ui/fetch-json.ts'
import { useProjectHref } from '@/components/ui/shell.tsx'
import { ErrorState } from '@/components/ui/states.tsx'
import { PHONE, useMedia } from '@/components/ui/use-media.ts'
import { asCategory } from '@/lib/memory/category.ts'
import { ENTRY_FACETS, type EntryFacet } from '@/lib/memory/entry-facet.ts'
import type { EntryAlone, EntryList, EntrySort, SavedViewView } from '@/lib/memory/views.ts'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import type { BulkVerb } from './bulk-dialog.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { DayRange } from './day-range.tsx'
import type { BulkActions, EntryActions } from './entry-actions.ts'
import { EntryPeek } from './entry-peek.tsx'
import { filterKey, useEntryRows, usePrefetchEntries } from './entry-rows.ts'
import { EntryTable } from './entry-table.tsx'
import { clearedFilter, type EntryFilter, entryUrlParsers, filterParams, isFiltered } from './entry-url.ts'
import { countWords } from './entry-words.ts'
import { expressionFault } from './expression-fault.ts'
import { FacetList } from './facet-list.tsx'
import { FilterLine, type FilterPart } from './filter-line.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { type LastAdded, NothingMatches } from './nothing-matches.tsx'
import type { RollBackActions } from './roll-back-dialog.tsx'
import { SavedViews, type ViewActions } from './saved-views.tsx'
import { SearchBox } from './search-box.tsx'
import { SelectionActs } from './selection-acts.tsx'
import { parseWidths, shownColumns } from './table-columns.ts'
import { useBrowserKeys } from './use-browser-keys.ts'
import { usePicked } from './use-picked.ts'
import { useRowWindow } from './use-row-window.ts'
import { useTypedText } from './use-typed-text.ts'

const ROW_PX = { comfortable: 32, compact: 26 }
const PHONE_ROW_PX = 62

const NO_FACETS = Object.fromEntries(
  ENTRY_FACETS.map((facet) => [facet, []]),
) as unknown as EntryList['facets']

/** Facets, table and peek over one filter, all of it in the address. */
export function MemoriesBrowser({
  project,
  projectId,
  views,
  viewActions,
  initial,
  initialFilter,
  initialPeek,
  thisYear,
  actions,
}: {
  project: string
  projectId: string
  views: SavedViewView[]
  viewActions: ViewActions
  /** First rows of the filter in the address, read with the page. */
  initial: EntryList
  initialFilter: EntryFilter
  /** The entry in the peek. */
  initialPeek: EntryAlone | null
  thisYear: number
  actions: EntryActions & BulkActions & RollBackActions
}) {
  const router = useRouter()
  const href = useProjectHref()
  const isPhone = useMedia(PHONE)
  const [{ at, hide, width, density, ...filter }, setUrl] = useQueryStates(entryUrlParsers, {
    history: 'replace',
  })
  const [text, setText, searchNow] = useTypedText(filter.q, (q) => {
    setLastAdded(null)
    // A filter that cannot be read yet changes nothing; the box says what is wrong with it.
    if (expressionFault(q) === null) void setUrl({ q: q || null, at: null })
  })
  const [peekOpen, setPeekOpen] = useState(true)
  const [sheetOpen, setSheetOpen] = useState(false)
  const [addOpen, setAddOpen] = useState(false)
  const [goesToFirst, setGoesToFirst] = useState(false)
  const [lastAdded, setLastAdded] = useState<LastAdded | null>(null)
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
    const has = filter[facet].includes(value)
    setLastAdded(has ? null : { facet, value, before: matchCount })
    const next = has ? filter[facet].filter((other) => other !== value) : [...filter[facet], value]
    void setUrl({ [facet]: next.length > 0 ? next : null, at: null }, { history: 'push' })
    window.scrollTo({ top: Math.min(window.scrollY, listRef.current?.offsetTop ?? 0) })
  }

  const removePart = (part: FilterPart) => {
    if (part === 'q') {
      setText('')
      void setUrl({ q: null, at: null })
    } else if (part === 'area') void setUrl({ area: null, method: null, at: null }, { history: 'push' })
    else if (part === 'days') void setUrl({ from: null, to: null, at: null }, { history: 'push' })
    else void setUrl({ [part]: null, at: null }, { history: 'push' })
  }

  const clearFilter = () => {
    setText('')
    setLastAdded(null)
    void setUrl({ ...clearedFilter(), at: null }, { history: 'push' })
  }

  const sortBy = (sort: EntrySort) => {
    const descending = sort === filter.sort ? !filter.desc : sort === 'created' || sort === 'served'
    void setUrl({ sort, desc: descending })
  }

  const showLike = (id: string) => {
    setText('')
    void setUrl({ ...clearedFilter(), like: id, at: id }, { history: 'push' })
  }
  const toggleColumn = (id: string) =>
    void setUrl({ hide: hide.includes(id) ? hide.filter((one) => one !== id) : [...hide, id] })

  useBrowserKeys({
    cursor,
    cursorRow,
    picking,
    matchCount,
    onMove: moveTo,
    onOpen: (id) => router.push(href(`/memories/${id}`, filterParams(filter))),
    onRetire: () => setVerb('retire'),
    onLike: showLike,
    onSearch: () => searchRef.current?.focus(),
    onAdd: () => setAddOpen(true),
    onClosePeek: () => setPeekOpen(false),
  })

  const facets = list?.facets ?? NO_FACETS
  const filterCount = ENTRY_FACETS.filter((facet) => filter[facet].length > 0).length
  const rowInView = cursorRow ?? (at === null ? (rows.get(0) ?? null) : null)
  const hasRows = matchCount > 0 && error === null
  const showPeek = peekOpen && hasRows && rowInView !== null

  return (
    <>
      <div
        className={clsx(
          'grid flex-1 grid-cols-[208px_minmax(0,1fr)] max-md:block',
          showPeek && 'lg:grid-cols-[208px_minmax(0,1fr)_304px]',
        )}
      >
        <aside aria-label="Filters" className="border-hairline border-r max-md:hidden">
          <div className="sticky top-11 grid max-h-[calc(100dvh-44px)] content-start gap-3.5 overflow-y-auto pt-3 pr-4 pb-6 pl-6">
            <FacetList facets={facets} chosen={filter} onToggle={toggleFacet} />
            <DayRange
              from={filter.from}
              to={filter.to}
              onDays={(days) => void setUrl({ ...days, at: null })}
            />
          </div>
        </aside>

        <section aria-label="Entries" className="flex min-w-0 flex-col">
          <div className="flex gap-2 px-4 pt-3">
            <SearchBox
              text={text}
              onText={setText}
              facets={facets}
              onDone={() => {
                searchRef.current?.blur()
                searchNow()
                setGoesToFirst(!isPhone)
              }}
              onLeave={() => searchRef.current?.blur()}
              inputRef={searchRef}
            />
            <Button className="md:hidden" onClick={() => setSheetOpen(true)}>
              Filters{filterCount > 0 && ` ${filterCount}`}
            </Button>
          </div>
          <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
            <FilterLine filter={filter} onRemove={removePart} />
            <p aria-live="polite" className="text-ink-3 text-small">
              {list === null ? 'Not read' : countWords(list, filter)}
            </p>
            <span className="ml-auto flex gap-1">
              {isFiltered(filter) && (
                <Button variant="quiet" onClick={clearFilter}>
                  Clear all
                </Button>
              )}
              <SavedViews projectId={projectId} views={views} actions={viewActions} />
              <ColumnsMenu
                shown={shownColumns(hide)}
                isCompact={density === 'compact'}
                onColumn={toggleColumn}
                onCompact={(on) => void setUrl({ density: on ? 'compact' : null })}
              />
              <LinkButton
                variant="quiet"
                className="max-md:hidden"
                href={href('/estimate', filterParams(filter))}
              >
                Estimate
              </LinkButton>
              <Button keys="N" onClick={() => setAddOpen(true)}>
                Add by hand
              </Button>
            </span>
          </div>
          <div ref={listRef} className="flex-1 border-hairline border-t">
            {error !== null ? (
              <ErrorState
                what={error.message}
                where="The list was not read; nothing is lost."
                next={error instanceof ReadError ? error.hint : null}
                reference={error instanceof ReadError ? error.reference : null}
                actions={<Button onClick={retry}>Try again</Button>}
              />
            ) : matchCount === 0 && !isStale ? (
              <NothingMatches
                total={list?.totalCount ?? 0}
                lastAdded={lastAdded && filter[lastAdded.facet].includes(lastAdded.value) ? lastAdded : null}
                filter={filter}
                onRemoveLast={() => lastAdded && toggleFacet(lastAdded.facet, lastAdded.value)}
                onClear={clearFilter}
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
                onSort={sortBy}
                isSelected={picking.has}
                onSelect={picking.toggle}
                onPeek={onPeek}
                linkParams={linkParams}
                allSelected={matchCount > 0 && picking.count === matchCount}
                someSelected={picking.count > 0}
                onSelectAll={() => (picking.count === matchCount ? picking.clear() : picking.all())}
                columns={shownColumns(hide)}
                widths={parseWidths(width)}
                onWidths={(next) => void setUrl({ width: next || null })}
                isCompact={density === 'compact'}
                isStale={isStale}
                thisYear={thisYear}
              />
            )}
          </div>
        </section>

        {showPeek && (
          <PeekPane isCovering={at !== null} onClose={() => setPeekOpen(false)}>
            <EntryPeek
              row={rowInView}
              index={cursor ?? (at === null ? 0 : null)}
              matchCount={matchCount}
              atFirst={initialPeek}
            />
          </PeekPane>
        )}
      </div>

      <SelectionActs
        picking={picking}
        matchCount={matchCount}
        projectId={projectId}
        filter={filter}
        verb={verb}
        onVerb={setVerb}
        actions={actions}
      />
      <FilterSheet
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        matchCount={matchCount}
        filter={filter}
        facets={facets}
        onSort={(sort, desc) => void setUrl({ sort, desc })}
        onToggle={toggleFacet}
      />
      <AddEntryDialog
        open={addOpen}
        onClose={() => setAddOpen(false)}
        project={project}
        category={asCategory(filter.category[0])}
        actions={actions}
      />
    </>
  )
}

function findCursor(rows: Map<number, { id: string }>, at: string | null): number | null {
  if (at === null) return null
  for (const [index, row] of rows) if (row.id === at) return index
  return null
}

/** Beside the list; over it where that is narrow, and then only when an entry was chosen. */
function PeekPane({
  isCovering,
  onClose,
  children,
}: {
  isCovering: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <aside
      aria-label="Peek"
      className={clsx(
        'border-hairline border-l max-lg:fixed max-lg:top-11 max-lg:right-0 max-lg:bottom-0 max-lg:z-20 max-lg:w-[320px] max-lg:bg-overlay max-lg:shadow-float max-md:hidden',
        !isCovering && 'max-lg:hidden',
      )}
    >
      <div className="sticky top-11 max-h-[calc(100dvh-44px)] overflow-y-auto pt-3 pr-6 pb-6 pl-5 max-lg:max-h-full">
        {/* Where it lies over the list there is nothing beside it to go back to. */}
        <p className="-mt-1 -mr-3 mb-1 flex justify-end lg:hidden">
          <Button variant="quiet" keys="esc" className="touch:h-11" onClick={onClose}>
            Close
          </Button>
        </p>
        {children}
      </div>
    </aside>
  )
}
