import clsx from 'clsx'
import type { ReactNode } from 'react'

/** What scrolls by itself, wider or longer than its place; reached by keyboard, so that the arrow keys can scroll it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys can scroll it.
    <section tabIndex={0} aria-label={label} className={clsx('relative', className)}>
      {children}
    </section>
  )
}

type ScrollRegionProps = { label: string; className: string; children: ReactNode }
