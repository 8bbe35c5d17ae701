'use client'

import clsx from 'clsx'
import type { RefObject } from 'react'
import { entriesExportPath, filterParams, isFiltered } from '@/components/entries/entry-url.ts'
import { countWords } from '@/components/entries/entry-words.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Button, buttonClass, LinkButton } from '@/components/ui/button.tsx'
import { ENTRY_FACETS } from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import type { SavedViewView } from '@/lib/memory/views/project.ts'
import { FilterLine } from './filter/filter-line.tsx'
import { SearchBox } from './filter/search-box.tsx'
import { unknownNames } from './filter/unknown-names.ts'
import { SavedViews } from './saved-views.tsx'
import { ColumnsMenu } from './table/columns-menu.tsx'
import { constantWords } from './table/table-columns.ts'
import type { Browser } from './use-browser.ts'

type ListBarProps = {
  browser: Browser
  /** Of all entries, whatever is searched. */
  whole: EntryList['facets']
  project: string
  projectId: string
  views: SavedViewView[]
  searchRef: RefObject<HTMLInputElement | null>
  /** Enter in the search box. */
  onSearched: () => void
  /** Opens the facets of a phone. */
  onSheet: () => void
  onAdd: () => void
}

/** Over the list: what is searched and how it is shown; below, what it is narrowed to, and how many that are. */
export function ListBar(props: ListBarProps) {
  const { view, list, constant } = props.browser
  const alike = list !== null && list.matchCount > 0 ? constantWords(constant) : ''
  return (
    <>
      <div className="flex flex-wrap gap-x-1 gap-y-2 px-4 pt-3">
        <SearchLine {...props} />
        <ViewActs {...props} />
      </div>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5">
        <FilterLine filter={view.filter} onRemove={view.removePart} />
        <p aria-live="polite" className="text-ink-3 text-small">
          {list === null ? 'Not read' : countWords(list, view.filter)}
          {alike !== '' && `; ${alike}`}
        </p>
        {isFiltered(view.filter) && (
          <Button variant="quiet" onClick={view.clear}>
            Clear all
          </Button>
        )}
      </div>
    </>
  )
}

function SearchLine({ browser: { view, facets }, whole, searchRef, onSearched, onSheet }: ListBarProps) {
  const filterCount = ENTRY_FACETS.filter((facet) => view.filter[facet].length > 0).length
  const leave = () => searchRef.current?.blur()
  return (
    <div className="flex min-w-60 flex-1 gap-2 max-md:basis-full">
      <SearchBox
        text={view.text}
        onText={view.setText}
        facets={facets}
        note={unknownNames(view.text, { flag: [...whole.flag, ...facets.flag], finding: whole.finding })}
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

function ViewActs({ browser: { view, shown }, project, projectId, views, onAdd }: ListBarProps) {
  const href = useProjectHref()
  const { filter, density } = view
  return (
    <span className="ml-auto flex gap-1">
      <SavedViews projectId={projectId} views={views} />
      <ColumnsMenu
        shown={shown}
        isCompact={density === 'compact'}
        onColumn={view.toggleColumn}
        onCompact={(on) => void view.setUrl({ density: on ? 'compact' : null })}
      />
      <LinkButton
        variant="quiet"
        className="max-md:hidden"
        href={href('/memories/review/sample', filterParams(filter))}
      >
        Estimate
      </LinkButton>
      <a
        className={clsx(buttonClass('quiet'), 'max-md:hidden!')}
        href={entriesExportPath(project, filter)}
        download
      >
        Export
      </a>
      <Button keys="N" onClick={onAdd}>
        Add by hand
      </Button>
    </span>
  )
}
