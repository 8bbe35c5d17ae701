'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The rows in the window, on the page's own scroll bar. */
export function useRowWindow(count: number, rowPx: number) {
  const listRef = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const list = listRef.current
    if (!list) return
    const measure = () => setScrollMargin(list.getBoundingClientRect().top + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowPx,
    overscan: 10,
    scrollMargin,
    // Rows render on the server too, so that the list does not arrive after the page: with the overscan down to about 1,200 px.
    initialRect: { width: 1280, height: 640 },
    scrollPaddingStart: 80,
    scrollPaddingEnd: 96,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are measured again when their one input changes.
  useEffect(() => virtualizer.measure(), [rowPx])
  return { listRef, virtualizer }
}
