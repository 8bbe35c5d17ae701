'use client'

import type { ComponentProps } from 'react'
import type { EntryFilter } from '@/components/entries/entry-url.ts'
import { sortTitle, sortWords } from '@/components/entries/entry-words.ts'
import { Sheet } from '@/components/ui/dialog.tsx'
import { Select } from '@/components/ui/field.tsx'
import { plural } from '@/components/ui/format.ts'
import { ENTRY_SORTS, type EntrySort } from '@/lib/memory/filter/entry-fields.ts'
import { FacetList } from './facet-list.tsx'

/** Order and facets on a phone, where there is no column for them. */
export function FilterSheet({
  open,
  onClose,
  matchCount,
  onSort,
  ...filters
}: {
  open: boolean
  onClose: () => void
  matchCount: number
  onSort: (sort: EntrySort, descending: boolean) => void
} & Omit<ComponentProps<typeof FacetList>, 'chosen'> & { chosen: EntryFilter }) {
  const { chosen } = filters
  return (
    <Sheet open={open} onClose={onClose} title={`${plural(matchCount, 'entry', 'entries')} match`}>
      <div className="grid gap-4">
        <label className="grid gap-1 text-small">
          <span className="font-medium">Order</span>
          <Select
            value={`${chosen.sort}-${chosen.desc ? 'down' : 'up'}`}
            onChange={(event) => {
              const [sort, direction] = event.target.value.split('-')
              const known = ENTRY_SORTS.find((candidate) => candidate === sort)
              if (known) onSort(known, direction === 'down')
            }}
          >
            {ENTRY_SORTS.filter((sort) => sort !== 'likeness' || chosen.like !== null).flatMap((sort) =>
              (['down', 'up'] as const).map((direction) => (
                <option key={`${sort}-${direction}`} value={`${sort}-${direction}`}>
                  {sortTitle(sort)}, {sortWords(sort, direction === 'down')}
                </option>
              )),
            )}
          </Select>
        </label>
        <FacetList {...filters} />
      </div>
    </Sheet>
  )
}
