'use client'

import { useQueryStates } from 'nuqs'
import { useState } from 'react'
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
