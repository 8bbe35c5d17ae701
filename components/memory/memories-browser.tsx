'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { useQueryStates } from 'nuqs'
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { Sheet } from '@/components/ui/dialog.tsx'
import { fetchJson, ReadError } from '@/components/ui/fetch-json.ts'
import { Select, TextInput } from '@/components/ui/field.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Kbd } from '@/components/ui/kbd.tsx'
import { useProjectHref } from '@/components/ui/shell.tsx'
import { EmptyState, ErrorState } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { PHONE, useMedia } from '@/components/ui/use-media.ts'
import { categorySchema } from '@/lib/memory/category.ts'
import { ENTRY_FACETS, type EntryFacet } from '@/lib/memory/entry-filter.ts'
import { ENTRY_SORTS, type EntryDetail, type EntryList, type EntrySort } from '@/lib/memory/views.ts'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import { BulkBar, type Picked } from './bulk-bar.tsx'
import type { EntryActions } from './entry-actions.ts'
import { EntryPeek } from './entry-peek.tsx'
import { filterKey, useEntryRows, usePrefetchEntries } from './entry-rows.ts'
import { EntryTable } from './entry-table.tsx'
import { clearedFilter, type EntryFilter, entriesApiPath, entryUrlParsers, isFiltered } from './entry-url.ts'
import { emptyFilterWords, filterWords, SORT_TITLES, sortWords } from './entry-words.ts'
import { FacetList } from './facet-list.tsx'
import { useEntryChanges } from './use-entry-changes.ts'

const ROW_PX = 32
const PHONE_ROW_PX = 62
const TYPING_PAUSE_MS = 180
/** Rows asked for at a time when everything that matches is selected. */
const SELECT_BATCH = 500

const NO_FACETS = Object.fromEntries(
  ENTRY_FACETS.map((facet) => [facet, []]),
) as unknown as EntryList['facets']

/** Facets, table and peek over one filter, all of it in the address. */
export function MemoriesBrowser({
  project,
  initial,
  initialFilter,
  initialDetail,
  thisYear,
  actions,
}: {
  project: string
  /** First rows of the filter in the address, read with the page. */
  initial: EntryList
  initialFilter: EntryFilter
  /** The entry in the peek, without steps and versions. */
  initialDetail: EntryDetail | null
  thisYear: number
  actions: EntryActions
}) {
  const router = useRouter()
  const href = useProjectHref()
  const toast = useToast()
  const isPhone = useMedia(PHONE)
  const [{ at, ...filter }, setUrl] = useQueryStates(entryUrlParsers, { history: 'replace' })
  const [text, setText, searchNow] = useTypedText(filter.q, (q) => {
    setLastAdded(null)
    void setUrl({ q: q || null, at: null })
  })
  const [peekOpen, setPeekOpen] = useState(true)
  const [sheetOpen, setSheetOpen] = useState(false)
  const [addOpen, setAddOpen] = useState(false)
  const [goesToFirst, setGoesToFirst] = useState(false)
  const [lastAdded, setLastAdded] = useState<{ facet: EntryFacet; value: string; before: number } | null>(
    null,
  )
  const searchRef = useRef<HTMLInputElement>(null)
  const reasonRef = useRef<HTMLInputElement>(null)

  const { listRef, virtualizer } = useRowWindow(initial.matchCount, isPhone)
  const items = virtualizer.getVirtualItems()
  const { rows, list, isStale, error, retry } = useEntryRows({
    project,
    filter,
    firstRow: items[0]?.index ?? 0,
    lastRow: items.at(-1)?.index ?? 0,
    initial: { key: filterKey(project, initialFilter), list: initial },
  })
  const matchCount = list?.matchCount ?? 0
  virtualizer.setOptions({ ...virtualizer.options, count: matchCount })

  const { picked, rule, ...picking } = usePicked(project, filter, rows, matchCount)
  const { run, isPending } = useEntryChanges(actions.undo)

  const cursor = findCursor(rows, at)
  const cursorRow = cursor === null ? null : (rows.get(cursor) ?? null)
  const prefetch = usePrefetchEntries()

  const moveTo = (index: number) => {
    const to = Math.max(0, Math.min(matchCount - 1, index))
    const row = rows.get(to)
    setPeekOpen(true)
    virtualizer.scrollToIndex(to, { align: 'auto' })
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
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return
    // The browser would empty a search field on Escape.
    event.preventDefault()
    event.currentTarget.blur()
    if (event.key === 'Escape') return
    searchNow()
    setGoesToFirst(!isPhone)
  }

  const onPeek = (index: number, event: MouseEvent) => {
    const row = rows.get(index)
    const isOnBox = event.target instanceof Element && event.target.closest('label') !== null
    if (!row || isOnBox || event.metaKey || event.ctrlKey || event.shiftKey) return
    // A tap on a phone opens the page itself; the link in the row does that.
    if (isPhone) {
      if (!(event.target instanceof Element && event.target.closest('a')))
        router.push(href(`/memories/${row.id}`))
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

  const clearFilter = () => {
    setText('')
    setLastAdded(null)
    void setUrl({ ...clearedFilter(), at: null }, { history: 'push' })
  }

  const sortBy = (sort: EntrySort) => {
    const descending = sort === filter.sort ? !filter.desc : sort === 'created' || sort === 'served'
    void setUrl({ sort, desc: descending })
  }

  const retire = async (ids: string[], reason: string) => {
    const result = await run(() => actions.retire({ entryIds: ids, reason }), {
      receipt: (value) => value,
      text: (value) => `${plural(value.entryCount, 'entry', 'entries')} retired`,
    })
    if (result.ok) picking.clear()
  }
  const restore = async (ids: string[], reason: string) => {
    const result = await run(() => actions.restore({ entryIds: ids, reason: reason || undefined }), {
      receipt: (value) => value,
      text: (value) => `${plural(value.entryCount, 'entry', 'entries')} restored`,
    })
    if (result.ok) picking.clear()
  }

  useHotkeys([
    { keys: 'j', label: 'Next entry', run: () => moveTo((cursor ?? -1) + 1) },
    { keys: 'k', label: 'Previous entry', run: () => moveTo((cursor ?? 1) - 1) },
    {
      keys: 'Enter',
      label: 'Open the entry',
      run: () => cursorRow && router.push(href(`/memories/${cursorRow.id}`)),
      when: cursorRow !== null,
    },
    {
      keys: 's',
      label: 'Select or unselect the entry',
      run: () => cursor !== null && picking.toggle(cursor, false),
      when: cursor !== null,
    },
    {
      keys: '#',
      label: 'Retire what is selected, or the entry',
      run: () => {
        if (picked.size === 0 && cursor !== null) picking.toggle(cursor, false)
        // The bar appears with the selection.
        setTimeout(() => reasonRef.current?.focus())
      },
      when: picked.size > 0 || cursor !== null,
    },
    { keys: '/', label: 'Search the text', run: () => searchRef.current?.focus() },
    { keys: 'n', label: 'Add an entry by hand', run: () => setAddOpen(true) },
    {
      keys: 'Escape',
      label: 'Clear the selection, then close the peek',
      run: () => {
        if (picked.size > 0) picking.clear()
        else setPeekOpen(false)
      },
    },
  ])

  const facets = list?.facets ?? NO_FACETS
  const filterCount = ENTRY_FACETS.filter((facet) => filter[facet].length > 0).length
  const chosenCategory = categorySchema.safeParse(filter.category[0])
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
            <div className="relative">
              <TextInput
                ref={searchRef}
                type="search"
                aria-label="Search the text"
                placeholder="Search the text"
                value={text}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={onSearchKey}
              />
              {text === '' && (
                <span className="pointer-events-none absolute top-1 right-1.5">
                  <Kbd>/</Kbd>
                </span>
              )}
            </div>
            <FacetList facets={facets} chosen={filter} onToggle={toggleFacet} />
          </div>
        </aside>

        <section aria-label="Entries" className="flex min-w-0 flex-col">
          <div className="hidden gap-2 px-4 pt-3 max-md:flex">
            <TextInput
              type="search"
              aria-label="Search the text"
              placeholder="Search the text"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onSearchKey}
            />
            <Button onClick={() => setSheetOpen(true)}>Filters{filterCount > 0 && ` ${filterCount}`}</Button>
          </div>
          <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
            {ENTRY_FACETS.filter((facet) => filter[facet].length > 0).map((facet) => (
              <FilterToken
                key={facet}
                text={filterWords(facet, filter[facet])}
                onRemove={() => void setUrl({ [facet]: null, at: null }, { history: 'push' })}
              />
            ))}
            {filter.q !== '' && (
              <FilterToken
                text={`text has “${filter.q}”`}
                onRemove={() => {
                  setText('')
                  void setUrl({ q: null, at: null })
                }}
              />
            )}
            <p aria-live="polite" className="text-ink-3 text-small">
              {list === null ? 'Not read' : countWords(list, filter)}
            </p>
            <span className="ml-auto flex gap-1">
              {isFiltered(filter) && (
                <Button variant="quiet" onClick={clearFilter}>
                  Clear all
                </Button>
              )}
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
                virtualizer={virtualizer}
                cursor={cursor}
                sort={filter.sort}
                descending={filter.desc}
                onSort={sortBy}
                isSelected={(id) => picked.has(id)}
                onSelect={picking.toggle}
                onPeek={onPeek}
                allSelected={picked.size > 0 && picked.size === matchCount}
                someSelected={picked.size > 0}
                onSelectAll={() =>
                  picked.size === matchCount
                    ? picking.clear()
                    : picking
                        .all(describeFilter(filter))
                        .catch((cause: Error) =>
                          toast.show({ text: `Could not select all: ${cause.message}`, tone: 'danger' }),
                        )
                }
                isStale={isStale}
                thisYear={thisYear}
              />
            )}
          </div>
        </section>

        {showPeek && (
          <aside
            aria-label="Peek"
            className={clsx(
              'border-hairline border-l max-lg:fixed max-lg:top-11 max-lg:right-0 max-lg:bottom-0 max-lg:z-20 max-lg:w-[320px] max-lg:bg-overlay max-lg:shadow-float max-md:hidden',
              at === null && 'max-lg:hidden',
            )}
          >
            <div className="sticky top-11 max-h-[calc(100dvh-44px)] overflow-y-auto pt-3 pr-6 pb-6 pl-5 max-lg:max-h-full">
              {/* Where it lies over the list there is nothing beside it to go back to. */}
              <p className="-mt-1 -mr-3 mb-1 flex justify-end lg:hidden">
                <Button variant="quiet" keys="esc" className="touch:h-11" onClick={() => setPeekOpen(false)}>
                  Close
                </Button>
              </p>
              <EntryPeek
                row={rowInView}
                index={cursor ?? (at === null ? 0 : null)}
                matchCount={matchCount}
                atFirst={initialDetail}
              />
            </div>
          </aside>
        )}
      </div>

      {picked.size > 0 && (
        <div className="sticky bottom-0 z-20 md:ml-[208px]">
          <BulkBar
            picked={picked}
            rule={rule}
            inView={[...rows.values()].filter((row) => picked.has(row.id)).length}
            isPending={isPending}
            reasonRef={reasonRef}
            onRetire={retire}
            onRestore={restore}
            onClear={picking.clear}
          />
        </div>
      )}

      <Sheet
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        title={`${plural(matchCount, 'entry', 'entries')} match`}
      >
        <div className="grid gap-4">
          <label className="grid gap-1 text-small">
            <span className="font-medium">Order</span>
            <Select
              value={`${filter.sort}-${filter.desc ? 'down' : 'up'}`}
              onChange={(event) => {
                const [sort, direction] = event.target.value.split('-')
                const known = ENTRY_SORTS.find((candidate) => candidate === sort)
                if (known) void setUrl({ sort: known, desc: direction === 'down' })
              }}
            >
              {ENTRY_SORTS.flatMap((sort) =>
                (['down', 'up'] as const).map((direction) => (
                  <option key={`${sort}-${direction}`} value={`${sort}-${direction}`}>
                    {SORT_TITLES[sort]}, {sortWords(sort, direction === 'down')}
                  </option>
                )),
              )}
            </Select>
          </label>
          <FacetList facets={facets} chosen={filter} onToggle={toggleFacet} />
        </div>
      </Sheet>
      <AddEntryDialog
        open={addOpen}
        onClose={() => setAddOpen(false)}
        project={project}
        category={chosenCategory.success ? chosenCategory.data : null}
        actions={actions}
      />
    </>
  )
}

function FilterToken({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-control border border-strong pl-2 text-small max-md:h-9">
      <span className="truncate">{text}</span>
      <button
        type="button"
        aria-label={`Remove: ${text}`}
        onClick={onRemove}
        className="inline-flex h-full w-6 items-center justify-center text-ink-3 hover:text-ink max-md:w-11"
      >
        ×
      </button>
    </span>
  )
}

function NothingMatches({
  total,
  lastAdded,
  filter,
  onRemoveLast,
  onClear,
}: {
  total: number
  lastAdded: { facet: EntryFacet; value: string; before: number } | null
  filter: EntryFilter
  onRemoveLast: () => void
  onClear: () => void
}) {
  const href = useProjectHref()
  return (
    <EmptyState
      title={`0 of ${formatCount(total)} match.`}
      actions={
        <>
          {lastAdded && <Button onClick={onRemoveLast}>Remove it</Button>}
          <Button variant={lastAdded ? 'quiet' : 'plain'} onClick={onClear}>
            Clear all
          </Button>
          {filter.q !== '' && (
            <LinkButton variant="quiet" href={href('/playground', { text: filter.q })}>
              Ask it in the playground
            </LinkButton>
          )}
        </>
      }
    >
      {emptyFilterWords(filter, total, lastAdded)}
    </EmptyState>
  )
}

function countWords({ matchCount, totalCount }: EntryList, filter: EntryFilter): string {
  const count = isFiltered(filter)
    ? `${formatCount(matchCount)} of ${plural(totalCount, 'entry', 'entries')}`
    : plural(matchCount, 'entry', 'entries')
  return `${count}, ${sortWords(filter.sort, filter.desc)}`
}

function describeFilter(filter: EntryFilter): string | null {
  const words = ENTRY_FACETS.filter((facet) => filter[facet].length > 0).map((facet) =>
    filterWords(facet, filter[facet]),
  )
  if (filter.q !== '') words.push(`“${filter.q}” in the text`)
  return words.length === 0 ? 'no filter' : words.join(', ')
}

function findCursor(rows: Map<number, { id: string }>, at: string | null): number | null {
  if (at === null) return null
  for (const [index, row] of rows) if (row.id === at) return index
  return null
}

/** The rows in the window, on the page's own scroll bar. */
function useRowWindow(count: number, isPhone: boolean) {
  const listRef = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const list = listRef.current
    if (!list) return
    const measure = () => setScrollMargin(list.getBoundingClientRect().top + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const rowPx = isPhone ? PHONE_ROW_PX : ROW_PX
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    overscan: 10,
    scrollMargin,
    // Rows render on the server too, so that the list does not arrive after the page.
    initialRect: { width: 1280, height: 900 },
    scrollPaddingStart: 80,
    scrollPaddingEnd: 96,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are measured again when their one input changes.
  useEffect(() => virtualizer.measure(), [rowPx])
  return { listRef, virtualizer }
}

/** Entries picked for a bulk change. Cleared when the filter changes: what is picked is always what the filter shows. */
function usePicked(
  project: string,
  filter: EntryFilter,
  rows: Map<number, { id: string } & Picked>,
  matchCount: number,
) {
  const key = filterKey(project, { ...filter, sort: 'created', desc: true })
  const [state, setState] = useState<{ key: string; picked: Map<string, Picked>; rule: string | null }>({
    key,
    picked: new Map(),
    rule: null,
  })
  const anchor = useRef<number | null>(null)
  const { picked, rule } = state.key === key ? state : { picked: new Map<string, Picked>(), rule: null }

  return {
    picked,
    rule,
    clear: () => setState({ key, picked: new Map(), rule: null }),
    toggle: (index: number, extend: boolean) => {
      const from = extend && anchor.current !== null ? anchor.current : index
      anchor.current = index
      const next = new Map(picked)
      const clicked = rows.get(index)
      const isOn = clicked ? !picked.has(clicked.id) : true
      for (let k = Math.min(from, index); k <= Math.max(from, index); k++) {
        const row = rows.get(k)
        if (!row) continue
        if (isOn) next.set(row.id, { lifecycle: row.lifecycle, servedCount: row.servedCount })
        else next.delete(row.id)
      }
      setState({ key, picked: next, rule: null })
    },
    /** Every entry that matches, not only the rows that were read so far. */
    all: async (inWords: string | null) => {
      const next = new Map<string, Picked>()
      for (let offset = 0; offset < matchCount; ) {
        const list = await fetchJson<EntryList>(entriesApiPath(project, filter, offset, SELECT_BATCH))
        for (const row of list.rows)
          next.set(row.id, { lifecycle: row.lifecycle, servedCount: row.servedCount })
        if (list.rows.length === 0) break
        offset += list.rows.length
      }
      setState({ key, picked: next, rule: inWords })
    },
  }
}

/** What is typed shows at once and is searched after a short pause. */
function useTypedText(
  value: string,
  onPause: (text: string) => void,
): [typed: string, type: (text: string) => void, now: () => void] {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [known, setKnown] = useState(value)
  // The address changed by itself: Back, or a link.
  if (value !== known) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  return [
    typed,
    (text) => {
      setTyped(text)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => onPause(text.trim()), TYPING_PAUSE_MS)
    },
    () => {
      clearTimeout(timer.current)
      if (typed.trim() !== value) onPause(typed.trim())
    },
  ]
}
