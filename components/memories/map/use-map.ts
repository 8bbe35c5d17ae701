'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type HrefParams, projectHref } from '@/components/frame/project-href.ts'
import { fetchJson, postJson } from '@/components/ui/faults/fetch-json.ts'
import type { Category } from '@/lib/memory/category.ts'
import type { Kept, MapJob, MapMethod, MapQuery, MapView, MapWords } from '@/lib/memory/map.ts'
import type { EntryList } from '@/lib/memory/views/entries.ts'

/** Rows beside the map; the list has the rest. */
const ROWS = 100
const LOOK_AGAIN_MS = 600
const FRESH_MS = 30_000

/** What is read at an address of the map, under a key that begins with the project. */
function readOf<T>(project: string, path: string, params: HrefParams, key: readonly unknown[] = []) {
  return {
    queryKey: ['map', project, path, params, ...key],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetchJson<T>(projectHref(`/api/v1/${path}`, project, params), signal),
    staleTime: FRESH_MS,
  }
}

/** The map of a project; then what its entries are called, and how much neighbourhood it kept once that is measured. */
export function useMap(project: string, method: MapMethod) {
  const queries = useQueryClient()
  const map = useQuery(readOf<MapView>(project, 'map', { method }))
  const layout = map.data?.layout ?? null
  const ofLayout = { enabled: layout !== null }
  const words = useQuery({
    ...readOf<{ words: MapWords | null }>(project, 'map/words', { method }, [layout?.print]),
    ...ofLayout,
  })
  const kept = useQuery({
    ...readOf<{ kept: Kept | null }>(project, 'map/kept', { method }, [layout?.print]),
    ...ofLayout,
  })
  const found = words.data?.words ?? null
  const isOfThisMap = found?.print === layout?.print
  // Something was committed between the two answers: places and words must be of the same entries.
  useEffect(() => {
    if (found && !isOfThisMap) void queries.invalidateQueries({ queryKey: ['map', project] })
  }, [found, isOfThisMap, queries, project])
  return { map, words: isOfThisMap ? found : null, wordsError: words.error, kept }
}

/** The UMAP job of a project, looked at again while it is under way; the map is read anew when it is done. */
export function useMapJob(project: string) {
  const queries = useQueryClient()
  const { data, refetch } = useQuery({
    ...readOf<{ job: MapJob | null }>(project, 'map/job', {}),
    staleTime: 0,
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
    refresh: refetch,
    /** Orders a UMAP map. Rejects with words when that fails. */
    async order(): Promise<void> {
      await postJson('/api/v1/map', { project })
      await refetch()
    },
  }
}

function isOpen(job: MapJob | null | undefined): boolean {
  return job?.state === 'waiting' || job?.state === 'running'
}

/** The newest entries of a filter. */
export function useEntriesBeside(project: string, filter: HrefParams) {
  return useQuery({
    ...readOf<EntryList>(project, 'entries', { ...filter, limit: ROWS }),
    placeholderData: keepPreviousData,
  })
}

/** What the query on the map meets; idle without a text. */
export function useMapQuery(project: string, text: string, category: Category | null) {
  return useQuery({
    ...readOf<MapQuery>(project, 'map/query', { text, category }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
}
