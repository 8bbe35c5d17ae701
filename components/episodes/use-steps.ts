'use client'

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import type { Step } from '@/lib/memory/trajectory.ts'

/** Steps asked for at once while searching. */
const AT_ONCE = 6

/** A stored step never changes, so it is read once. */
function stepQuery(episodeId: string, n: number) {
  return {
    queryKey: ['step', episodeId, n],
    queryFn: ({ signal }: { signal?: AbortSignal }) =>
      fetchJson<Step>(`/api/v1/episodes/${encodeURIComponent(episodeId)}/steps/${n}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

/** One step; its neighbours are read ahead so that n and p do not wait. */
export function useStep(episodeId: string, n: number, stepCount: number, first: Step | null) {
  const client = useQueryClient()
  const query = useQuery({
    ...stepQuery(episodeId, n),
    initialData: first?.n === n ? first : undefined,
  })
  useEffect(() => {
    for (const next of [n + 1, n - 1]) {
      if (next >= 1 && next <= stepCount) void client.prefetchQuery(stepQuery(episodeId, next))
    }
  }, [client, episodeId, n, stepCount])
  return query
}

export type StepSearch = {
  matches: Map<number, number>
  readCount: number
  isReading: boolean
  failedCount: number
}

const NOTHING: StepSearch = { matches: new Map(), readCount: 0, isReading: false, failedCount: 0 }

/** Looks for a text in every step, reading those not yet here; how often it occurs, by step. */
export function useStepSearch(episodeId: string, stepCount: number, needle: string): StepSearch {
  const client = useQueryClient()
  const [search, setSearch] = useState<StepSearch>(NOTHING)
  useEffect(() => {
    if (needle.length < 2) {
      setSearch(NOTHING)
      return
    }
    const stop = new AbortController()
    // Typing on starts over; waiting a little spares the searches nobody wants.
    const timer = setTimeout(
      () => void searchSteps(client, episodeId, stepCount, needle, stop.signal, setSearch),
      200,
    )
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [client, episodeId, stepCount, needle])
  return search
}

async function searchSteps(
  client: QueryClient,
  episodeId: string,
  stepCount: number,
  needle: string,
  stop: AbortSignal,
  report: (search: StepSearch) => void,
) {
  const matches = new Map<number, number>()
  let failedCount = 0
  for (let from = 1; from <= stepCount; from += AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(AT_ONCE, stepCount - from + 1) },
      (_, index) => from + index,
    )
    const steps = await Promise.allSettled(numbers.map((n) => client.fetchQuery(stepQuery(episodeId, n))))
    if (stop.aborted) return
    for (const step of steps) {
      if (step.status === 'rejected') failedCount += 1
      else {
        const count = occurrences(step.value, needle)
        if (count > 0) matches.set(step.value.n, count)
      }
    }
    const readCount = Math.min(stepCount, from + AT_ONCE - 1)
    report({ matches: new Map(matches), readCount, isReading: readCount < stepCount, failedCount })
  }
}

/** How often a text occurs in thought, commands and outputs of a step, case aside. */
export function occurrences(step: Step, needle: string): number {
  const wanted = needle.toLowerCase()
  const texts = [
    step.thought ?? '',
    ...step.actions.map((action) => action.text),
    ...step.observations.map((one) => one.text),
  ]
  return texts.reduce((sum, text) => sum + text.toLowerCase().split(wanted).length - 1, 0)
}
