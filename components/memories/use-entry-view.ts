'use client'

import { useQueryStates } from 'nuqs'
import { useRef, useState } from 'react'
import { clearedFilter, entryUrlParsers } from '@/components/entries/entry-url.ts'
import { expressionFault } from '@/components/entries/expression-fault.ts'
import {
  type EntryColumn,
  type EntryFacet,
  type EntrySort,
  entryField,
  fieldNamed,
} from '@/lib/memory/filter/entry-fields.ts'
import type { FilterPart } from './filter/filter-line.tsx'
import type { LastAdded } from './nothing-matches.tsx'

/** What the list shows, as its address says it, and everything that changes that. */
export function useEntryView() {
  const [{ at, hide, width, density, ...filter }, setUrl] = useQueryStates(entryUrlParsers, {
    history: 'replace',
  })
  const [lastAdded, setLastAdded] = useState<LastAdded | null>(null)
  const [text, setText, searchNow] = useTypedText(filter.q, (q) => {
    setLastAdded(null)
    // A filter that cannot be read yet changes nothing; the box says what is wrong with it.
    if (expressionFault(q) === null) void setUrl({ q: q || null, at: null })
  })
  /** A filter that a person may want back: Back leads to the one before. */
  const go = (to: Parameters<typeof setUrl>[0]) => void setUrl(to, { history: 'push' })

  /** Without an entry to be near to, there is no order by likeness. */
  const withoutLikeness = filter.sort === 'likeness' ? { sort: null, desc: null } : {}

  return {
    at,
    hide,
    width,
    density,
    filter,
    /** What stands in the search box, before it is searched. */
    text,
    setText,
    searchNow,
    lastAdded: lastAdded && filter[lastAdded.facet].includes(lastAdded.value) ? lastAdded : null,
    setUrl,
    /** `before` is the number of entries that match now: for the words when none does afterwards. */
    toggleFacet(facet: EntryFacet, value: string, before: number) {
      setLastAdded(filter[facet].includes(value) ? null : { facet, value, before })
      const next = toggled(filter[facet], value)
      go({ [facet]: next.length > 0 ? next : null, at: null })
    },
    removePart(part: FilterPart) {
      if (part !== 'q')
        return go({ ...(part === 'like' ? withoutLikeness : {}), ...withoutPart(part), at: null })
      setText('')
      void setUrl({ q: null, at: null })
    },
    clear() {
      setText('')
      setLastAdded(null)
      go({ ...clearedFilter(), ...withoutLikeness, at: null })
    },
    sortBy(sort: EntrySort) {
      void setUrl({ sort, desc: sort === filter.sort ? !filter.desc : isMostFirst(sort) })
    },
    showLike(id: string) {
      setText('')
      go({ ...clearedFilter(), like: id, sort: 'likeness', desc: null, at: id })
    },
    toggleColumn(id: EntryColumn) {
      // An address may name it otherwise.
      const names = hide.map((name) => fieldNamed(name) ?? name)
      void setUrl({ hide: toggled(names, id) })
    },
  }
}

/** Orders that begin with the most, or the latest. */
function isMostFirst(sort: EntrySort): boolean {
  return sort === 'likeness' || entryField(sort).sort?.isMostFirst === true
}

/** What in the address leaves with a part of the filter. */
function withoutPart(part: FilterPart) {
  if (part === 'area') return { area: null, method: null }
  return part === 'days' ? { from: null, to: null } : { [part]: null }
}

function toggled(list: readonly string[], one: string): string[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one]
}

/** Shortest time between two searches, ms. Ours: what is typed faster is searched together. */
const SEARCH_PAUSE_MS = 120

/** What is typed shows at once and is searched at once, but not more often than the pause; the last text always is. */
function useTypedText(
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
