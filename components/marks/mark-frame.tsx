import type { ReactNode } from 'react'

/** The 12 px square that small state marks are drawn in; the word beside it says what it means. */
export function MarkFrame({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 12 12"
      width="12"
      height="12"
      fill="none"
      strokeWidth="1.5"
      aria-hidden="true"
      className="flex-none"
    >
      {children}
    </svg>
  )
}
