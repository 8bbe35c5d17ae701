'use client'

import { type ReactNode, useState } from 'react'
import { flagWeight } from '@/components/entries/entry-words.ts'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { LifecycleMark } from '@/components/marks/lifecycle-mark.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { asCategory } from '@/lib/memory/category.ts'
import { ENTRY_FACETS, type EntryFacet, entryField, valueWord } from '@/lib/memory/filter/entry-fields.ts'
import { asLifecycle } from '@/lib/memory/lifecycle.ts'
import type { FacetCount } from '@/lib/memory/views/entries.ts'

const SHOWN_VALUES = 6

type FacetListProps = {
  facets: Record<EntryFacet, FacetCount[]>
  chosen: Record<EntryFacet, string[]>
  /** Entries at which no detector has looked: of them a finding is not known, rather than absent. */
  unseenCount: number
  onToggle: (facet: EntryFacet, value: string) => void
}

/** All facets with their live counts; a value that is chosen stays in sight at 0. */
export function FacetList(props: FacetListProps) {
  return ENTRY_FACETS.map((facet) => <Facet key={facet} facet={facet} {...props} />)
}

function Facet({ facet, facets, onToggle, ...props }: FacetListProps & { facet: EntryFacet }) {
  const chosen = props.chosen[facet]
  const counts = inOrder(facet, facets[facet], chosen)
  const unseenCount = facet === 'finding' ? props.unseenCount : 0
  const [isLong, setLong] = useState(false)
  // With one extractor everything is in service: nothing to choose.
  if (
    (counts.length === 0 && unseenCount === 0) ||
    (facet === 'service' && counts.every(({ value }) => value === 'in'))
  )
    return null
  const shown = isLong
    ? counts
    : counts.filter((count, at) => at < SHOWN_VALUES || chosen.includes(count.value))
  return (
    <fieldset className="m-0 min-w-0 p-0 text-small">
      <legend className="pb-1 font-medium" title={entryField(facet).note}>
        {entryField(facet).title}
      </legend>
      {shown.map(({ value, count }) => (
        <label
          key={value}
          className="grid h-6 grid-cols-[14px_minmax(0,1fr)_auto] items-center gap-2 text-ink-2 hover:text-ink max-md:h-11"
        >
          <Checkbox checked={chosen.includes(value)} onChange={() => onToggle(facet, value)} />
          <span className="truncate" title={valueWord(facet, value)}>
            {facetMark(facet, value)}
          </span>
          <span className="num text-ink-3 text-micro">{formatCount(count)}</span>
        </label>
      ))}
      {unseenCount > 0 && (
        <p className="flex justify-between gap-2 text-ink-3">
          not looked at <span className="num text-micro">{formatCount(unseenCount)}</span>
        </p>
      )}
      {counts.length > shown.length || isLong ? (
        <button type="button" className="link mt-1 text-ink-3 max-md:h-11" onClick={() => setLong(!isLong)}>
          {isLong ? 'Fewer' : `All ${formatCount(counts.length)}`}
        </button>
      ) : null}
    </fieldset>
  )
}

function facetMark(facet: EntryFacet, value: string): ReactNode {
  if (facet === 'category') {
    const category = asCategory(value)
    if (category) return <CategoryMark category={category} className="align-middle" />
  }
  if (facet === 'lifecycle') {
    const lifecycle = asLifecycle(value)
    if (lifecycle) return <LifecycleMark lifecycle={lifecycle} />
  }
  return valueWord(facet, value)
}

function inOrder(facet: EntryFacet, counts: FacetCount[], chosen: string[]): FacetCount[] {
  const missing = chosen.filter((value) => !counts.some((count) => count.value === value))
  const all = [...counts, ...missing.map((value) => ({ value, count: 0 }))]
  if (facet === 'flag')
    return all.sort((a, b) => flagWeight(a.value) - flagWeight(b.value) || b.count - a.count)
  const order = Object.keys(entryField(facet).words ?? {})
  if (facet === 'finding' || order.length < 2) return all
  const place = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length)
  return all.sort((a, b) => place(a.value) - place(b.value))
}
