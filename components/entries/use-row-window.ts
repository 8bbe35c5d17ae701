'use client'

import { useLayoutEffect, useRef, useState } from 'react'

/** Rows drawn beyond those in sight, each way. */
const OVERSCAN = 10
/** Rows render on the server too, so that the list does not arrive after the page: down to about 1,200 px. */
const FIRST_ROWS = 31
/** What sticks to the edges of the window, CSS pixels. */
const COVERED = { top: 80, bottom: 96 }

/** Places of rows, both included. */
export type RowRange = { first: number; last: number }

/** The rows in the window, on the page's own scroll bar. All have one height: 100,000 need no more work than a hundred. */
export function useRowWindow(rowPx: number) {
  const listRef = useRef<HTMLDivElement>(null)
  const [inWindow, setInWindow] = useState<RowRange>({ first: 0, last: FIRST_ROWS - 1 })
  useLayoutEffect(() => {
    const look = () => {
      const top = listRef.current?.getBoundingClientRect().top
      if (top === undefined) return
      const first = Math.max(0, Math.floor(-top / rowPx) - OVERSCAN)
      const last = Math.max(0, Math.ceil((window.innerHeight - top) / rowPx)) + OVERSCAN
      setInWindow((before) => (before.first === first && before.last === last ? before : { first, last }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [rowPx])

  /** Scrolls as little as brings a row into sight. */
  const scrollToRow = (row: number) => {
    const top = (listRef.current?.getBoundingClientRect().top ?? 0) + row * rowPx
    const above = COVERED.top - top
    const below = top + rowPx - (window.innerHeight - COVERED.bottom)
    if (above > 0) window.scrollBy(0, -above)
    else if (below > 0) window.scrollBy(0, below)
  }
  return { listRef, inWindow, scrollToRow }
}

/** Those of the rows in the window that a list of `count` has; as many, when it has just become shorter. */
export function rowsWithin({ first, last }: RowRange, count: number): RowRange {
  const end = Math.min(last, count - 1)
  return { first: Math.max(0, Math.min(first, end - (last - first))), last: end }
}
