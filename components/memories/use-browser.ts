'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, useEffect, useMemo, useState } from 'react'
import { filterKey, useEntryRows, usePrefetchEntries } from '@/components/entries/entry-rows.ts'
import { type EntryFilter, filterParams } from '@/components/entries/entry-url.ts'
import { useRowWindow } from '@/components/entries/use-row-window.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { PHONE, useMedia } from '@/components/ui/use-media.ts'
import { byFacet, type EntryColumn, type EntryFacet } from '@/lib/memory/filter/entry-fields.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'
import { constantColumns, shownColumns } from './table/table-columns.ts'
import { useEntryView } from './use-entry-view.ts'
import { usePicked } from './use-picked.ts'

/** Room for an objective of two lines; one where rows are compact. */
const ROW_PX = { comfortable: 44, compact: 26 }
const PHONE_ROW_PX = 62

const NO_FACETS: EntryList['facets'] = byFacet(() => [])

export type Browser = ReturnType<typeof useBrowser>

type useBrowserProps = {
  project: string
  /** First rows of the filter in the address, read with the page. */
  initial: EntryList
  initialFilter: EntryFilter
}

/** The filter in the address, the rows that answer it, which of them are picked, and the one under the cursor. */
export function useBrowser({ project, initial, initialFilter }: useBrowserProps) {
  const isPhone = useMedia(PHONE)
  const view = useEntryView()
  const { at, density, filter } = view
  const rowPx = isPhone ? PHONE_ROW_PX : ROW_PX[density]
  const rowWindow = useRowWindow(rowPx)
  const read = useEntryRows({
    project,
    filter,
    inWindow: rowWindow.inWindow,
    initial: { key: filterKey(project, initialFilter), list: initial },
  })
  const { rows, list } = read
  const matchCount = list?.matchCount ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: links lead on in the filter that these rows answer, and change when they do.
  const linkParams = useMemo(() => filterParams(filter), [list])
  const cursor = findCursor(rows, at)
  const constant = useMemo(
    () => (list ? constantColumns(list) : new Map<EntryColumn, string | null>()),
    [list],
  )
  return {
    ...read,
    ...rowWindow,
    view,
    facets: list?.facets ?? NO_FACETS,
    /** Columns in which all rows are alike, with what that is; and those in sight. */
    constant,
    shown: shownColumns(view.hide, [...constant.keys()]),
    isPhone,
    rowPx,
    matchCount,
    linkParams,
    picking: usePicked(project, filter, rows, matchCount),
    cursor,
    cursorRow: cursor === null ? null : (rows.get(cursor) ?? null),
    toggleFacet: (facet: EntryFacet, value: string) => {
      view.toggleFacet(facet, value, matchCount)
      window.scrollTo({ top: Math.min(window.scrollY, rowWindow.listRef.current?.offsetTop ?? 0) })
    },
  }
}

/** Going from row to row: the place is in the address, and what comes next is read ahead. */
export function useRowMoves(
  { view, rows, list, isStale, isPhone, matchCount, scrollToRow }: Browser,
  onMoved: () => void,
) {
  const router = useRouter()
  const href = useProjectHref()
  const prefetch = usePrefetchEntries()
  const [goesToFirst, setGoesToFirst] = useState(false)
  const { filter, setUrl, text } = view

  const moveTo = (index: number) => {
    const to = Math.max(0, Math.min(matchCount - 1, index))
    const row = rows.get(to)
    onMoved()
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

  const openEntry = (id: string) => router.push(href(`/memories/${id}`, filterParams(filter)))
  const onPeek = (index: number, event: MouseEvent) => {
    const row = rows.get(index)
    const isOn = (what: string) => event.target instanceof Element && event.target.closest(what) !== null
    if (!row || isOn('label') || event.metaKey || event.ctrlKey || event.shiftKey) return
    // A tap on a phone opens the page itself; the link in the row does that.
    if (isPhone) {
      if (!isOn('a')) openEntry(row.id)
      return
    }
    event.preventDefault()
    moveTo(index)
  }
  return { moveTo, openEntry, onPeek, onSearched: () => setGoesToFirst(!isPhone) }
}

function findCursor(rows: Map<number, { id: string }>, at: string | null): number | null {
  if (at === null) return null
  for (const [index, row] of rows) if (row.id === at) return index
  return null
}
