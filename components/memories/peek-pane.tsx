'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button.tsx'

/** Beside the list; over it where that is narrow, and then only when an entry was chosen. */
export function PeekPane({
  isCovering,
  onClose,
  children,
}: {
  isCovering: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <aside
      aria-label="Peek"
      className={clsx(
        'border-hairline border-l max-lg:fixed max-lg:top-11 max-lg:right-0 max-lg:bottom-0 max-lg:z-20 max-lg:w-[320px] max-lg:bg-overlay max-lg:shadow-float max-md:hidden',
        !isCovering && 'max-lg:hidden',
      )}
    >
      <div className="sticky top-11 max-h-[calc(100dvh-44px)] overflow-y-auto pt-3 pr-6 pb-6 pl-5 max-lg:max-h-full">
        {/* Where it lies over the list there is nothing beside it to go back to. */}
        <p className="-mt-1 -mr-3 mb-1 flex justify-end lg:hidden">
          <Button variant="quiet" keys="esc" className="touch:h-11" onClick={onClose}>
            Close
          </Button>
        </p>
        {children}
      </div>
    </aside>
  )
}
