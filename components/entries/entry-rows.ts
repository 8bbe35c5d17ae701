'use client'

import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import type { EntryAlone, EntryList, EntryRow } from '@/lib/memory/views/entries.ts'
import { type EntryFilter, entriesApiPath, PAGE_ROWS } from './entry-url.ts'
import { type RowRange, rowsWithin } from './use-row-window.ts'

/** The rows a reader can see, fetched by the page as they scroll; the first page comes with the document. */
export function useEntryRows(input: {
  project: string
  filter: EntryFilter
  inWindow: RowRange
  initial: { key: string; list: EntryList }
}) {
  const { project, filter, initial } = input
  const key = filterKey(project, filter)

  const pageQuery = (page: number) => ({
    queryKey: ['entries', key, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetchJson<EntryList>(entriesApiPath(project, filter, page * PAGE_ROWS), signal),
  })
  // What was on the screen stays until the next answer is there. `useQueries` would forget it with the key.
  const head = useQuery({
    ...pageQuery(0),
    placeholderData: keepPreviousData,
    initialData: key === initial.key ? initial.list : undefined,
  })
  const { first, last } = rowsWithin(input.inWindow, head.data?.matchCount ?? 0)
  const later = range(Math.floor(first / PAGE_ROWS), Math.floor(last / PAGE_ROWS)).filter((page) => page > 0)
  const pages = [head, ...useQueries({ queries: later.map(pageQuery) })]

  const rows = new Map<number, EntryRow>()
  for (const [at, page] of pages.entries()) {
    const offset = (at === 0 ? 0 : (later[at - 1] ?? 0)) * PAGE_ROWS
    for (const [k, row] of (page.data?.rows ?? []).entries()) rows.set(offset + k, row)
  }
  return {
    rows,
    list: head.data ?? null,
    /** Shown rows belong to the filter before. */
    isStale: head.isPlaceholderData,
    error: pages.find((page) => page.error)?.error ?? null,
    retry: () => {
      for (const page of pages) if (page.error) void page.refetch()
    },
  }
}

export function filterKey(project: string, filter: EntryFilter): string {
  return entriesApiPath(project, filter, 0)
}

/** Query of one entry alone, shared by the peek, its neighbours and the entry page's conflict check. */
export function entryQueryOptions(id: string) {
  return {
    queryKey: ['entry', id],
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      fetchJson<EntryAlone>(`/api/v1/entries/${id}?only=entry`, signal),
  }
}

/** Reads entries ahead, so that J and K find them there. */
export function usePrefetchEntries() {
  const queries = useQueryClient()
  return (ids: (string | undefined)[]) => {
    for (const id of ids) if (id) void queries.prefetchQuery(entryQueryOptions(id))
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => from + k)
}
