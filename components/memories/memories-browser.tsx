'use client'

import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import type { BulkVerb } from '@/components/curate/bulk-dialog.tsx'
import type { EntryFilter } from '@/components/entries/entry-url.ts'
import { sortTitle, sortWords } from '@/components/entries/entry-words.ts'
import { Button } from '@/components/ui/button.tsx'
import { Sheet } from '@/components/ui/dialog.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Select, TextInput } from '@/components/ui/field.tsx'
import { plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { asCategory } from '@/lib/memory/category.ts'
import { ENTRY_SORTS, type EntrySort } from '@/lib/memory/filter/entry-fields.ts'
import type { EntryAlone, EntryList } from '@/lib/memory/views/entries.ts'
import type { SavedViewView } from '@/lib/memory/views/project.ts'
import { AddEntryDialog } from './add-entry-dialog.tsx'
import { EntryPeek } from './entry-peek.tsx'
import { FacetList } from './filter/facet-list.tsx'
import { ListBar } from './list-bar.tsx'
import { NothingMatches } from './nothing-matches.tsx'
import { SelectionActs } from './selection-acts.tsx'
import { EntryTable } from './table/entry-table.tsx'
import { type Browser, useBrowser, useRowMoves } from './use-browser.ts'

type MemoriesBrowserProps = {
  project: string
  projectId: string
  views: SavedViewView[]
  /** First rows of the filter in the address, read with the page. */
  initial: EntryList
  initialFilter: EntryFilter
  /** Facets of all entries, whatever is searched. */
  whole: EntryList['facets']
  initialPeek: EntryAlone | null
  /** Entries at which no detector has looked. */
  unseenCount: number
  thisYear: number
}

/** Facets, table and peek over one filter, all of it in the address. */
export function MemoriesBrowser(props: MemoriesBrowserProps) {
  const { project, projectId, views, whole, unseenCount, thisYear } = props
  const browser = useBrowser(props)
  const { view, facets, matchCount, picking, toggleFacet } = browser
  const { filter, setUrl } = view
  const [isPeekOpen, setPeekOpen] = useState(true)
  const [opened, setOpened] = useState<'filters' | 'add' | BulkVerb | null>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const moves = useRowMoves(browser, () => setPeekOpen(true))
  const open = { onSheet: () => setOpened('filters'), onAdd: () => setOpened('add') }
  useBrowserKeys(browser, {
    ...moves,
    ...open,
    onRetire: () => setOpened('retire'),
    onSearch: () => searchRef.current?.focus(),
    onClosePeek: () => setPeekOpen(false),
  })
  const peeked = isPeekOpen && rowInPeek(browser)
  const filters = { facets, chosen: filter, unseenCount, onToggle: toggleFacet }
  return (
    <>
      <div
        className={clsx(
          'grid flex-1 grid-cols-[208px_minmax(0,1fr)] max-md:block',
          peeked && 'lg:grid-cols-[208px_minmax(0,1fr)_304px]',
        )}
      >
        <Filters {...filters} onDays={(days) => void setUrl({ ...days, at: null })} />
        <section aria-label="Entries" className="flex min-w-0 flex-col">
          <ListBar {...{ browser, whole, project, projectId, views, searchRef, ...moves, ...open }} />
          <div ref={browser.listRef} className="flex-1 border-hairline border-t">
            <Rows browser={browser} onPeek={moves.onPeek} thisYear={thisYear} />
          </div>
        </section>
        {peeked && (
          <PeekPane isCovering={view.at !== null} onClose={() => setPeekOpen(false)}>
            <EntryPeek {...peeked} matchCount={matchCount} atFirst={props.initialPeek} />
          </PeekPane>
        )}
      </div>
      <SelectionActs
        {...{ picking, matchCount, projectId, filter }}
        verb={opened === 'filters' || opened === 'add' ? null : opened}
        onVerb={setOpened}
      />
      <FilterSheet
        {...{ ...filters, matchCount }}
        open={opened === 'filters'}
        onClose={() => setOpened(null)}
        onSort={(sort, desc) => void setUrl({ sort, desc })}
      />
      <AddEntryDialog
        open={opened === 'add'}
        onClose={() => setOpened(null)}
        project={project}
        category={asCategory(filter.category[0])}
      />
    </>
  )
}

/** The row under the cursor, the first where none was chosen; null where there is none to show. */
function rowInPeek({ view, rows, cursor, cursorRow, matchCount, error }: Browser) {
  const isFirst = view.at === null
  const row = cursorRow ?? (isFirst ? (rows.get(0) ?? null) : null)
  return row && matchCount > 0 && error === null ? { row, index: cursor ?? (isFirst ? 0 : null) } : null
}

function Filters({
  onDays,
  ...filters
}: Omit<ComponentProps<typeof FacetList>, 'chosen'> & {
  chosen: EntryFilter
  onDays: ComponentProps<typeof DayRange>['onDays']
}) {
  const { from, to } = filters.chosen
  return (
    <aside aria-label="Filters" className="border-hairline border-r max-md:hidden">
      <div className="sticky top-11 grid max-h-[calc(100dvh-44px)] content-start gap-3.5 overflow-y-auto pt-3 pr-4 pb-6 pl-6">
        <FacetList {...filters} />
        <DayRange from={from} to={to} onDays={onDays} />
      </div>
    </aside>
  )
}

/** The table, or why there is none. */
function Rows({
  browser,
  ...table
}: Pick<ComponentProps<typeof EntryTable>, 'browser' | 'onPeek' | 'thisYear'>) {
  const { view, list, error, retry, matchCount, isStale, toggleFacet } = browser
  if (error !== null)
    return <ReadErrorState error={error} where="The list was not read; nothing is lost." onRetry={retry} />
  if (matchCount === 0 && !isStale)
    return (
      <NothingMatches
        total={list?.totalCount ?? 0}
        lastAdded={view.lastAdded}
        filter={view.filter}
        onRemoveLast={() => view.lastAdded && toggleFacet(view.lastAdded.facet, view.lastAdded.value)}
        onClear={view.clear}
      />
    )
  return <EntryTable browser={browser} {...table} />
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

/** Every key of the memories page; what a key does is said by its label. */
function useBrowserKeys(
  { cursor, cursorRow, picking, matchCount, view }: Browser,
  act: {
    moveTo: (index: number) => void
    openEntry: (id: string) => void
    onRetire: () => void
    onSearch: () => void
    onAdd: () => void
    onClosePeek: () => void
  },
): void {
  const isOnRow = cursor !== null
  const toggle = () => isOnRow && picking.toggle(cursor, false)
  const retire = () => {
    if (picking.count === 0) toggle()
    act.onRetire()
  }
  const backOut = () => (picking.count > 0 ? picking.clear() : act.onClosePeek())
  const withRow = (run: (id: string) => void) => ({
    run: () => cursorRow && run(cursorRow.id),
    when: cursorRow !== null,
  })
  useHotkeys([
    { keys: 'j', label: 'Next entry', run: () => act.moveTo((cursor ?? -1) + 1) },
    { keys: 'k', label: 'Previous entry', run: () => act.moveTo((cursor ?? 1) - 1) },
    { keys: 'Enter', label: 'Open the entry', ...withRow(act.openEntry) },
    { keys: 's', label: 'Select or unselect the entry', run: toggle, when: isOnRow },
    { keys: '#', label: 'Retire the selection', run: retire, when: picking.count > 0 || isOnRow },
    { keys: 'a', label: 'Select all that match', run: picking.all, when: matchCount > 0 },
    { keys: 'l', label: 'Those like this one', ...withRow(view.showLike) },
    { keys: '/', label: 'Search the text', run: act.onSearch },
    { keys: 'n', label: 'Add an entry by hand', run: act.onAdd },
    { keys: 'Escape', label: 'Clear the selection, then close the peek', run: backOut },
  ])
}

/** When an entry was made, by days. */
function DayRange({
  from,
  to,
  onDays,
}: {
  from: string | null
  to: string | null
  onDays: (days: { from?: string | null; to?: string | null }) => void
}) {
  return (
    <fieldset className="m-0 min-w-0 p-0 text-small">
      <legend className="pb-1 font-medium">Made</legend>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="grid grid-cols-[32px_minmax(0,1fr)] items-center text-ink-2 [&+&]:mt-1">
          {end}
          <TextInput
            type="date"
            value={(end === 'from' ? from : to) ?? ''}
            onChange={(event) => onDays({ [end]: event.target.value || null })}
            className="h-6! px-1.5! text-small"
          />
        </label>
      ))}
    </fieldset>
  )
}

/** Order and facets on a phone, where there is no column for them. */
function FilterSheet({
  open,
  onClose,
  matchCount,
  onSort,
  ...filters
}: {
  open: boolean
  onClose: () => void
  matchCount: number
  onSort: (sort: EntrySort, descending: boolean) => void
} & Omit<ComponentProps<typeof FacetList>, 'chosen'> & { chosen: EntryFilter }) {
  const { chosen } = filters
  return (
    <Sheet open={open} onClose={onClose} title={`${plural(matchCount, 'entry', 'entries')} match`}>
      <div className="grid gap-4">
        <label className="grid gap-1 text-small">
          <span className="font-medium">Order</span>
          <Select
            value={`${chosen.sort}-${chosen.desc ? 'down' : 'up'}`}
            onChange={(event) => {
              const [sort, direction] = event.target.value.split('-')
              const known = ENTRY_SORTS.find((candidate) => candidate === sort)
              if (known) onSort(known, direction === 'down')
            }}
          >
            {ENTRY_SORTS.filter((sort) => sort !== 'likeness' || chosen.like !== null).flatMap((sort) =>
              (['down', 'up'] as const).map((direction) => (
                <option key={`${sort}-${direction}`} value={`${sort}-${direction}`}>
                  {sortTitle(sort)}, {sortWords(sort, direction === 'down')}
                </option>
              )),
            )}
          </Select>
        </label>
        <FacetList {...filters} />
      </div>
    </Sheet>
  )
}
