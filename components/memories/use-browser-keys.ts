'use client'

import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import type { EntryRow } from '@/lib/memory/views.ts'
import type { usePicked } from './use-picked.ts'

/** Every key of the memories page; what a key does is said by its label. */
export function useBrowserKeys({
  cursor,
  cursorRow,
  picking,
  matchCount,
  onMove,
  onOpen,
  onRetire,
  onLike,
  onSearch,
  onAdd,
  onClosePeek,
}: {
  cursor: number | null
  cursorRow: EntryRow | null
  picking: ReturnType<typeof usePicked>
  matchCount: number
  onMove: (index: number) => void
  onOpen: (id: string) => void
  onRetire: () => void
  onLike: (id: string) => void
  onSearch: () => void
  onAdd: () => void
  onClosePeek: () => void
}): void {
  useHotkeys([
    { keys: 'j', label: 'Next entry', run: () => onMove((cursor ?? -1) + 1) },
    { keys: 'k', label: 'Previous entry', run: () => onMove((cursor ?? 1) - 1) },
    {
      keys: 'Enter',
      label: 'Open the entry',
      run: () => cursorRow && onOpen(cursorRow.id),
      when: cursorRow !== null,
    },
    {
      keys: 's',
      label: 'Select or unselect the entry',
      run: () => cursor !== null && picking.toggle(cursor, false),
      when: cursor !== null,
    },
    {
      keys: '#',
      label: 'Retire the selection',
      run: () => {
        if (picking.count === 0 && cursor !== null) picking.toggle(cursor, false)
        onRetire()
      },
      when: picking.count > 0 || cursor !== null,
    },
    { keys: 'a', label: 'Select all that match', run: picking.all, when: matchCount > 0 },
    {
      keys: 'l',
      label: 'Those like this one',
      run: () => cursorRow && onLike(cursorRow.id),
      when: cursorRow !== null,
    },
    { keys: '/', label: 'Search the text', run: onSearch },
    { keys: 'n', label: 'Add an entry by hand', run: onAdd },
    {
      keys: 'Escape',
      label: 'Clear the selection, then close the peek',
      run: () => {
        if (picking.count > 0) picking.clear()
        else onClosePeek()
      },
    },
  ])
}
