'use client'

import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { projectHref } from '@/components/frame/project-href.ts'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import type { Category } from '@/lib/memory/category.ts'
import type { Kept, MapFacet, MapJob, MapMethod, MapQuery, MapView, MapWords } from '@/lib/memory/map.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'

const ROWS = 100
const LOOK_AGAIN_MS = 600

const reader =
  <T>(path: string) =>
  ({ signal }: { signal: AbortSignal }) =>
    fetchJson<T>(path, signal)

/** The map of a project; then what its entries are called, and how much neighbourhood it kept once that is measured. */
export function useMap(project: string, method: MapMethod) {
  const queries = useQueryClient()
  const params = { method }
  const key = ['map', project, method]
  const map = useQuery({
    queryKey: key,
    queryFn: reader<MapView>(projectHref('/api/v1/map', project, params)),
    staleTime: 30_000,
  })
  const layout = map.data?.layout ?? null
  const words = useQuery({
    queryKey: [...key, 'words', layout?.print],
    queryFn: reader<{ words: MapWords | null }>(projectHref('/api/v1/map/words', project, params)),
    enabled: layout !== null,
    staleTime: 30_000,
  })
  const kept = useQuery({
    queryKey: [...key, 'kept', layout?.print],
    queryFn: reader<{ kept: Kept | null }>(projectHref('/api/v1/map/kept', project, params)),
    enabled: layout !== null,
    staleTime: 30_000,
  })
  const found = words.data?.words ?? null
  const isOfThisMap = found?.print === layout?.print
  // Something was committed between the two answers: places and words must be of the same entries.
  useEffect(() => {
    if (found && !isOfThisMap) void queries.invalidateQueries({ queryKey: ['map', project, method] })
  }, [found, isOfThisMap, queries, project, method])
  return { map, words: isOfThisMap ? found : null, wordsError: words.error, kept }
}

/** The UMAP job of a project, looked at again while it is under way; the map is read anew when it is done. */
export function useMapJob(project: string) {
  const queries = useQueryClient()
  const key = ['map-job', project]
  const { data } = useQuery({
    queryKey: key,
    queryFn: reader<{ job: MapJob | null }>(projectHref('/api/v1/map/job', project)),
    refetchInterval: (query) => (isOpen(query.state.data?.job) ? LOOK_AGAIN_MS : false),
  })
  const job = data?.job ?? null
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen(job)) void queries.invalidateQueries({ queryKey: ['map', project] })
    wasOpen.current = isOpen(job)
  }, [job, project, queries])

  return {
    job: isOpen(job) ? job : null,
    /** The latest one, when it failed. */
    failed: job?.state === 'failed' ? job : null,
    refresh: () => queries.invalidateQueries({ queryKey: key }),
    /** Orders a UMAP map. Rejects with words when that fails. */
    async order(): Promise<void> {
      const response = await fetch('/api/v1/map', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ project }),
      })
      if (!response.ok) {
        const body = (await response.json().catch(() => null)) as { error?: { message: string } } | null
        throw new Error(body?.error?.message ?? `Loupe answered ${response.status}.`)
      }
      await queries.invalidateQueries({ queryKey: key })
    },
  }
}

function isOpen(job: MapJob | null | undefined): boolean {
  return job?.state === 'waiting' || job?.state === 'running'
}

/** Entries of the area (all without one), a hundred at a time. */
export function useAreaEntries(input: {
  project: string
  method: MapMethod
  area: string | null
  facet: MapFacet
  value: string | null
}) {
  const { project, method, area, facet, value } = input
  return useInfiniteQuery({
    queryKey: ['map-entries', project, method, area, value && facet, value],
    queryFn: ({ pageParam, signal }) =>
      fetchJson<EntryList>(
        projectHref('/api/v1/map/entries', project, {
          method,
          area,
          ...(value === null ? {} : { facet, value }),
          offset: pageParam,
          limit: ROWS,
        }),
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.length * ROWS < last.matchCount ? pages.length * ROWS : undefined,
    placeholderData: keepPreviousData,
  })
}

/** What the query on the map meets; idle without a text. */
export function useMapQuery(project: string, text: string, category: Category | null) {
  return useQuery({
    queryKey: ['map-query', project, text, category],
    queryFn: reader<MapQuery>(projectHref('/api/v1/map/query', project, { text, category })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}
