'use client'

import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import type { Browser } from './use-browser.ts'

/** Every key of the memories page; what a key does is said by its label. */
export function useBrowserKeys(
  { cursor, cursorRow, picking, matchCount, view }: Browser,
  act: {
    moveTo: (index: number) => void
    openEntry: (id: string) => void
    onRetire: () => void
    onSearch: () => void
    onAdd: () => void
    onClosePeek: () => void
  },
): void {
  const isOnRow = cursor !== null
  const toggle = () => isOnRow && picking.toggle(cursor, false)
  const retire = () => {
    if (picking.count === 0) toggle()
    act.onRetire()
  }
  const backOut = () => (picking.count > 0 ? picking.clear() : act.onClosePeek())
  const withRow = (run: (id: string) => void) => ({
    run: () => cursorRow && run(cursorRow.id),
    when: cursorRow !== null,
  })
  useHotkeys([
    { keys: 'j', label: 'Next entry', run: () => act.moveTo((cursor ?? -1) + 1) },
    { keys: 'k', label: 'Previous entry', run: () => act.moveTo((cursor ?? 1) - 1) },
    { keys: 'Enter', label: 'Open the entry', ...withRow(act.openEntry) },
    { keys: 's', label: 'Select or unselect the entry', run: toggle, when: isOnRow },
    { keys: '#', label: 'Retire the selection', run: retire, when: picking.count > 0 || isOnRow },
    { keys: 'a', label: 'Select all that match', run: picking.all, when: matchCount > 0 },
    { keys: 'l', label: 'Those like this one', ...withRow(view.showLike) },
    { keys: '/', label: 'Search the text', run: act.onSearch },
    { keys: 'n', label: 'Add an entry by hand', run: act.onAdd },
    { keys: 'Escape', label: 'Clear the selection, then close the peek', run: backOut },
  ])
}
