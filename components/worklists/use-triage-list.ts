'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { answered } from '@/components/ui/use-answer.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'

export type Cursor = ReturnType<typeof useCursor>

/** Rows to decide on, and the one under the cursor. */
export function useTriageList<List extends { rows: unknown[] }>({
  queryKey,
  read,
  initial,
  isInitial = false,
  idOf,
  at,
  setAt,
}: {
  queryKey: readonly unknown[]
  read: () => Promise<ActionResult<List>>
  /** Read with the page: shown until there is another, and not read again where it answers this very request. */
  initial?: List
  isInitial?: boolean
  idOf: (row: List['rows'][number]) => string
  /** Id of the row under the cursor, kept in the address. */
  at: string | null
  setAt: (at: string | null) => void
}) {
  const { data, error, isPlaceholderData } = useQuery<List>({
    queryKey,
    queryFn: () => answered(read()),
    placeholderData: keepPreviousData,
    ...(isInitial && initial ? { initialData: initial } : {}),
  })
  const list = data ?? initial
  const rows: List['rows'][number][] = list?.rows ?? []
  const cursor = useCursor(rows.map(idOf), at, setAt)
  return { list, rows, row: rows[cursor.place] ?? null, cursor, error, isOld: isPlaceholderData }
}

/** Where its row was decided, the next one takes its place. */
function useCursor(ids: readonly string[], at: string | null, setAt: (at: string | null) => void) {
  const lastPlace = useRef(0)
  const found = at === null ? -1 : ids.indexOf(at)
  const place = found >= 0 ? found : Math.min(lastPlace.current, ids.length - 1)
  useEffect(() => {
    lastPlace.current = Math.max(0, place)
  }, [place])
  return {
    place,
    moveTo: (next: number) => {
      const to = ids[Math.max(0, Math.min(ids.length - 1, next))]
      if (to === undefined) return
      setAt(to)
      document.getElementById(rowDomId(to))?.scrollIntoView({ block: 'nearest' })
    },
    /** Before a decision: the row leaves, its place stays. */
    stay: () => setAt(null),
  }
}

export function rowDomId(id: string): string {
  return `triage-${id}`
}
