'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button.tsx'

/** What can be decided about the row under the cursor, then the way to its neighbours. On a phone in two lines, nothing is cut. */
export function DecideBar({ onMove, children }: { onMove: (by: number) => void; children: ReactNode }) {
  return (
    <div
      role="toolbar"
      aria-label="Decide"
      // Messages stand above it.
      data-bottom-bar
      className="sticky bottom-0 z-10 flex gap-2 border-ink border-t bg-overlay px-6 py-3 max-md:flex-wrap max-md:gap-1 max-md:px-4 max-md:py-1"
    >
      <span className="flex min-w-0 flex-wrap gap-2 max-md:contents">{children}</span>
      <span className="ml-auto flex flex-none gap-2 max-md:gap-1">
        <Step to="Previous" mark="‹" keys="K" onClick={() => onMove(-1)} />
        <Step to="Next" mark="›" keys="J" onClick={() => onMove(1)} />
      </span>
    </div>
  )
}

function Step({ to, mark, keys, onClick }: { to: string; mark: string; keys: string; onClick: () => void }) {
  return (
    <Button variant="quiet" keys={keys} onClick={onClick} className="max-md:w-11">
      <span className="max-md:sr-only">{to}</span>
      <span aria-hidden="true" className="text-title md:hidden">
        {mark}
      </span>
    </Button>
  )
}
