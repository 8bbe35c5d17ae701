'use client'

import { useQueryStates } from 'nuqs'
import { useState } from 'react'
import { clearedFilter, entryUrlParsers } from '@/components/entries/entry-url.ts'
import { expressionFault } from '@/components/entries/expression-fault.ts'
import type { EntryFacet } from '@/lib/memory/filter/entry-facet.ts'
import type { EntrySort } from '@/lib/memory/views.ts'
import type { FilterPart } from './filter/filter-line.tsx'
import { useTypedText } from './filter/use-typed-text.ts'
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
      const has = filter[facet].includes(value)
      setLastAdded(has ? null : { facet, value, before })
      const next = has ? filter[facet].filter((other) => other !== value) : [...filter[facet], value]
      go({ [facet]: next.length > 0 ? next : null, at: null })
    },
    removePart(part: FilterPart) {
      if (part === 'q') {
        setText('')
        void setUrl({ q: null, at: null })
      } else if (part === 'area') go({ area: null, method: null, at: null })
      else if (part === 'days') go({ from: null, to: null, at: null })
      else if (part === 'like') go({ ...withoutLikeness, like: null, at: null })
      else go({ [part]: null, at: null })
    },
    clear() {
      setText('')
      setLastAdded(null)
      go({ ...clearedFilter(), ...withoutLikeness, at: null })
    },
    sortBy(sort: EntrySort) {
      const descending =
        sort === filter.sort ? !filter.desc : sort === 'created' || sort === 'served' || sort === 'likeness'
      void setUrl({ sort, desc: descending })
    },
    showLike(id: string) {
      setText('')
      go({ ...clearedFilter(), like: id, sort: 'likeness', desc: null, at: id })
    },
    toggleColumn(id: string) {
      void setUrl({ hide: hide.includes(id) ? hide.filter((one) => one !== id) : [...hide, id] })
    },
  }
}
