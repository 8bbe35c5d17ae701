'use client'

import { useRef, useState } from 'react'

/** Shortest time between two searches, ms. Ours: what is typed faster is searched together. */
const SEARCH_PAUSE_MS = 120

/** What is typed shows at once and is searched at once, but not more often than the pause; the last text always is. */
export function useTypedText(
  value: string,
  onSearch: (text: string) => void,
): [typed: string, type: (text: string) => void, now: () => void] {
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searchedAt = useRef(Number.NEGATIVE_INFINITY)
  const [known, setKnown] = useState(value)
  /** The text last searched: when it arrives in the address, letters typed since must stay. */
  const [searched, setSearched] = useState<string | null>(null)
  if (value !== known) {
    setKnown(value)
    if (value !== searched) {
      // The address changed by itself: Back, or a link.
      setSearched(null)
      if (value !== typed.trim()) setTyped(value)
    }
  }
  const search = (text: string) => {
    clearTimeout(timer.current)
    searchedAt.current = performance.now()
    setSearched(text)
    onSearch(text)
  }
  return [
    typed,
    (text) => {
      setTyped(text)
      clearTimeout(timer.current)
      const waitMs = searchedAt.current + SEARCH_PAUSE_MS - performance.now()
      if (waitMs <= 0) search(text.trim())
      else timer.current = setTimeout(() => search(text.trim()), waitMs)
    },
    () => {
      if (typed.trim() !== value) search(typed.trim())
      else clearTimeout(timer.current)
    },
  ]
}
