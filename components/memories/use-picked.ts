'use client'

import { useRef, useState } from 'react'
import { filterKey } from '@/components/entries/entry-rows.ts'
import type { EntryFilter } from '@/components/entries/entry-url.ts'
import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import type { EntryRow } from '@/lib/memory/views/entries.ts'

const EVERY_STATE = ['quarantined', 'candidate', 'approved', 'retired']

/** What is selected: rows one by one, or everything that matches, which is a rule and never a list of ids. */
export type Selection = { kind: 'rows'; rows: Map<string, EntryRow> } | { kind: 'all'; count: number }

/** Cleared when the filter changes: what is picked is always what the filter shows. */
export function usePicked(
  project: string,
  filter: EntryFilter,
  rows: Map<number, EntryRow>,
  matchCount: number,
) {
  const key = filterKey(project, { ...filter, sort: 'created', desc: true })
  const nothing: Selection = { kind: 'rows', rows: new Map() }
  const [state, setState] = useState<{ key: string; selection: Selection }>({ key, selection: nothing })
  const anchor = useRef<number | null>(null)
  const kept = state.key === key ? state.selection : nothing
  const selection: Selection = kept.kind === 'all' ? { kind: 'all', count: matchCount } : kept
  const set = (next: Selection) => setState({ key, selection: next })

  return {
    selection,
    count: selection.kind === 'all' ? selection.count : selection.rows.size,
    has: (id: string) => selection.kind === 'all' || selection.rows.has(id),
    clear: () => set(nothing),
    all: () => set({ kind: 'all', count: matchCount }),
    toggle: (index: number, extend: boolean) => {
      const from = extend && anchor.current !== null ? anchor.current : index
      anchor.current = index
      const next = new Map(selection.kind === 'all' ? [] : selection.rows)
      // From everything, unticking one leaves the rows that were read without it.
      if (selection.kind === 'all') for (const row of rows.values()) next.set(row.id, row)
      const clicked = rows.get(index)
      const isOn = clicked ? !next.has(clicked.id) : true
      for (let k = Math.min(from, index); k <= Math.max(from, index); k++) {
        const row = rows.get(k)
        if (!row) continue
        if (isOn) next.set(row.id, row)
        else next.delete(row.id)
      }
      set({ kind: 'rows', rows: next })
    },
  }
}

/** The selection as a filter: the one of the page, or these rows whatever their state. */
export function selectionFilter(selection: Selection, asked: AskedFilter): AskedFilter {
  if (selection.kind === 'all') return asked
  const { projectId } = asked
  return { projectId, text: '', facets: { lifecycle: EVERY_STATE }, ids: [...selection.rows.keys()] }
}
