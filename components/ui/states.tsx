import clsx from 'clsx'
import type { ReactNode } from 'react'

/** What would be here, and the way to it. */
export function EmptyState({
  title,
  children,
  actions,
  className,
}: {
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  className?: string
}) {
  return (
    <div className={clsx('max-w-[66ch] px-6 py-8 max-md:px-4', className)}>
      <p className="text-pretty font-medium text-title">{title}</p>
      {children && <div className="mt-0.5 text-ink-2">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

/** What happened, where, what next, and the reference to quote; stands in place of the list, never as an empty one. */
export function ErrorState({
  what,
  where,
  next,
  reference,
  actions,
  className,
}: {
  what: ReactNode
  where?: ReactNode
  next?: ReactNode
  reference?: string | null
  actions?: ReactNode
  className?: string
}) {
  return (
    <div
      role="alert"
      className={clsx('px-6 py-5 shadow-[inset_2px_0_0_var(--danger)] max-md:px-4', className)}
    >
      <p className="max-w-[66ch] text-pretty font-medium text-title">{what}</p>
      <p className="mt-0.5 max-w-[66ch] text-ink-2">
        {where && <span>{where} </span>}
        {next && <span>{next} </span>}
        {reference && (
          <span className="whitespace-nowrap font-mono text-ink-3 text-small">Ref {reference}</span>
        )}
      </p>
      {actions && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}

const SKELETON_WIDTHS = ['78%', '92%', '64%', '86%', '71%']

/** Grey lines where text will be; appear after 200 ms, so that quick answers do not flash. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="appear-late grid gap-2.5 py-1">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => `line-${line}`).map((key, line) => (
        <span
          key={key}
          className="h-2.5 rounded-[2px] bg-plot-grid"
          style={{ width: SKELETON_WIDTHS[line % SKELETON_WIDTHS.length] }}
        />
      ))}
    </div>
  )
}

/** A thin bar for work with a known end; `done` of `total`. */
export function Progress({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="h-[3px] bg-plot-grid"
    >
      <div
        className="h-full bg-ink"
        style={{ width: `${total === 0 ? 0 : Math.min(100, (done / total) * 100)}%` }}
      />
    </div>
  )
}
