'use client'

import type { EntryFilter } from '@/components/entries/entry-url.ts'
import { filterWords, shortId } from '@/components/entries/entry-words.ts'
import { ENTRY_FACETS, type EntryFacet } from '@/lib/memory/filter/entry-fields.ts'

/** What of the filter is taken out; a text goes from the address at once and not as a step of its own. */
export type FilterPart = EntryFacet | 'q' | 'like' | 'area' | 'days'

/** What narrows the list, each part with the way to take it out. */
export function FilterLine({
  filter,
  onRemove,
}: {
  filter: EntryFilter
  onRemove: (part: FilterPart) => void
}) {
  const { q, like, area, from, to } = filter
  const days = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ')
  const parts: [FilterPart, string][] = [
    ...ENTRY_FACETS.filter((facet) => filter[facet].length > 0).map((facet): [FilterPart, string] => [
      facet,
      filterWords(facet, filter[facet]),
    ]),
    ['q', q],
    ['like', like === null ? '' : `like ${shortId(like)}`],
    ['area', area === null ? '' : 'in an area of the map'],
    ['days', days && `made ${days}`],
  ]
  return parts.map(
    ([part, text]) => text !== '' && <FilterToken key={part} text={text} onRemove={() => onRemove(part)} />,
  )
}

function FilterToken({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-6 max-w-full items-center rounded-control border border-strong pl-2 text-small max-md:h-11.5">
      <span className="min-w-0 truncate">{text}</span>
      <button
        type="button"
        aria-label={`Remove: ${text}`}
        onClick={onRemove}
        className="inline-flex h-full w-6 flex-none items-center justify-center text-ink-3 hover:text-ink max-md:w-11"
      >
        ×
      </button>
    </span>
  )
}
