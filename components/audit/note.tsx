import type { ReactNode } from 'react'

/** A sentence beside a figure. */
export function Note({ children }: { children: ReactNode }) {
  return <p className="mt-3 max-w-[70ch] border-strong border-l-2 pl-3 text-ink-2 text-small">{children}</p>
}
