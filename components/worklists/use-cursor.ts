'use client'

import { useEffect, useRef } from 'react'

/** The row under the cursor, kept in the address. Where its row was decided, the next one takes its place. */
export function useCursor<T>(
  rows: readonly T[],
  idOf: (row: T) => string,
  at: string | null,
  setAt: (at: string | null) => void,
) {
  const lastPlace = useRef(0)
  const found = rows.findIndex((row) => idOf(row) === at)
  const place = found >= 0 ? found : Math.min(lastPlace.current, rows.length - 1)
  useEffect(() => {
    lastPlace.current = Math.max(0, place)
  }, [place])
  return {
    place,
    row: rows[place] ?? null,
    moveTo: (next: number) => {
      const to = rows[Math.max(0, Math.min(rows.length - 1, next))]
      if (!to) return
      setAt(idOf(to))
      document.getElementById(rowDomId(idOf(to)))?.scrollIntoView({ block: 'nearest' })
    },
    /** Before a decision: the row leaves, its place stays. */
    stay: () => setAt(null),
  }
}

export function rowDomId(id: string): string {
  return `triage-${id}`
}
