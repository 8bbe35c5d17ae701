'use client'

import type { RefObject } from 'react'
import { filterParams, isFiltered } from '@/components/entries/entry-url.ts'
import { countWords } from '@/components/entries/entry-words.ts'
import type { HrefParams } from '@/components/frame/project-href.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { ENTRY_FACETS, type EntryColumn } from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import type { SavedViewView } from '@/lib/memory/views/project.ts'
import { FilterLine } from './filter/filter-line.tsx'
import { SearchBox } from './filter/search-box.tsx'
import { unknownNames } from './filter/unknown-names.ts'
import { SavedViews } from './saved-views.tsx'
import { ColumnsMenu } from './table/columns-menu.tsx'
import { constantColumns, constantWords, shownColumns } from './table/table-columns.ts'
import type { useEntryView } from './use-entry-view.ts'

/** Over the list: what is searched, what it is narrowed to, how many that are, and how it is shown. */
export function ListBar({
  view,
  list,
  facets,
  whole,
  projectId,
  views,
  searchRef,
  onSearched,
  onSheet,
  onAdd,
}: ListBarProps) {
  const href = useProjectHref()
  const { filter, hide, density } = view
  const filterCount = ENTRY_FACETS.filter((facet) => filter[facet].length > 0).length
  const leave = () => searchRef.current?.blur()
  const constant = list === null ? null : constantColumns(list)
  return (
    <>
      <SearchLine
        facets={facets}
        note={unknownNames(view.text, {
          flag: [...whole.flag, ...facets.flag],
          finding: whole.finding,
        })}
        onSearched={onSearched}
        onSheet={onSheet}
        searchRef={searchRef}
        view={view}
        leave={leave}
        filterCount={filterCount}
      />
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2">
        <FilterLine filter={filter} onRemove={view.removePart} />
        <p aria-live="polite" className="text-ink-3 text-small">
          {list === null || constant === null ? 'Not read' : countWords(list, filter)}
          {list !== null &&
            list.matchCount > 0 &&
            constant &&
            constantWords(constant) !== '' &&
            `; ${constantWords(constant)}`}
        </p>
        <ViewActs
          onAdd={onAdd}
          shown={shownColumns(hide, constant ? [...constant.keys()] : [])}
          projectId={projectId}
          view={view}
          views={views}
          filter={filter}
          density={density}
          href={href}
        />
      </div>
    </>
  )
}

type ListBarProps = {
  view: ReturnType<typeof useEntryView>
  /** Null while it was not read. */
  list: EntryList | null
  facets: EntryList['facets']
  /** Of all entries, whatever is searched. */
  whole: EntryList['facets']
  projectId: string
  views: SavedViewView[]
  searchRef: RefObject<HTMLInputElement | null>
  /** Enter in the search box. */
  onSearched: () => void
  /** Opens the facets of a phone. */
  onSheet: () => void
  onAdd: () => void
}

function SearchLine({
  facets,
  note,
  onSearched,
  onSheet,
  searchRef,
  view,
  leave,
  filterCount,
}: Pick<ListBarProps, 'facets' | 'onSearched' | 'onSheet' | 'searchRef' | 'view'> & {
  note: string | null
  leave: () => void
  filterCount: number
}) {
  return (
    <div className="flex gap-2 px-4 pt-3">
      <SearchBox
        text={view.text}
        onText={view.setText}
        facets={facets}
        note={note}
        onDone={() => {
          leave()
          view.searchNow()
          onSearched()
        }}
        onLeave={leave}
        inputRef={searchRef}
      />
      <Button className="md:hidden" onClick={onSheet}>
        Filters{filterCount > 0 && ` ${filterCount}`}
      </Button>
    </div>
  )
}

function ViewActs({
  onAdd,
  projectId,
  view,
  views,
  filter,
  shown,
  density,
  href,
}: Pick<ListBarProps, 'onAdd' | 'projectId' | 'view' | 'views'> & {
  filter: ListBarProps['view']['filter']
  shown: EntryColumn[]
  density: NonNullable<'comfortable' | 'compact' | null>
  href: (path: string, params?: HrefParams) => string
}) {
  return (
    <span className="ml-auto flex gap-1">
      {isFiltered(filter) && (
        <Button variant="quiet" onClick={view.clear}>
          Clear all
        </Button>
      )}
      <SavedViews projectId={projectId} views={views} />
      <ColumnsMenu
        shown={shown}
        isCompact={density === 'compact'}
        onColumn={view.toggleColumn}
        onCompact={(on) => void view.setUrl({ density: on ? 'compact' : null })}
      />
      <LinkButton variant="quiet" className="max-md:hidden" href={href('/estimate', filterParams(filter))}>
        Estimate
      </LinkButton>
      <Button keys="N" onClick={onAdd}>
        Add by hand
      </Button>
    </span>
  )
}
