'use client'

import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { formatCount } from '@/components/ui/format.ts'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import { rowDomId } from './use-triage-list.ts'

export type TriageListRow = { id: string; entry: TriageEntry; claimedBy: string | null; mark: string }

type TriageListProps = {
  /** `Findings`, and in which order they stand. */
  name: string
  order: string
  rows: readonly TriageListRow[]
  place: number
  matchCount: number
  by: string
  onChoose: (place: number) => void
}

/** What is to be decided, one line each; the cursor's line is current. */
export function TriageList({ name, order, rows, place, matchCount, by, onChoose }: TriageListProps) {
  return (
    <nav aria-label={name} className="border-hairline border-r max-lg:border-r-0 max-lg:border-b">
      <ol
        aria-label={`${name}, ${order}`}
        className="overflow-y-auto lg:sticky lg:top-11 lg:max-h-[calc(100dvh-44px)] max-lg:max-h-44"
      >
        {rows.map(({ id, entry, claimedBy, mark }, k) => (
          <li key={id} id={rowDomId(id)}>
            <button
              type="button"
              tabIndex={k === place ? 0 : -1}
              aria-current={k === place || undefined}
              onClick={() => onChoose(k)}
              className="grid h-9 w-full grid-cols-[20px_minmax(0,1fr)_auto] items-center gap-2 border-hairline border-b pr-4 pl-6 text-left hover:bg-hover aria-[current]:bg-selected aria-[current]:shadow-[inset_2px_0_0_var(--text)] max-md:h-11 max-md:pl-4"
            >
              <CategoryMark category={entry.category} show="letter" />
              <span className="truncate">{entry.description.objective}</span>
              <span className="font-mono text-ink-3 text-micro">
                {claimedBy !== null && (claimedBy === by ? 'yours ' : 'taken ')}
                {mark}
              </span>
            </button>
          </li>
        ))}
        {matchCount > rows.length && (
          <li className="px-6 py-2 text-ink-3 text-small">
            {formatCount(matchCount - rows.length)} more follow as these are decided.
          </li>
        )}
      </ol>
    </nav>
  )
}
