'use client'

import clsx from 'clsx'
import { type ComponentProps, useEffect, useRef } from 'react'

/** A native checkbox in ink. `some` shows the bar of a partly chosen group. */
export function Checkbox({
  some = false,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'ref'> & { some?: boolean }) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = some
  }, [some])

  return (
    <span
      className={clsx('relative inline-grid size-3.5 flex-none place-items-center align-middle', className)}
    >
      <input
        ref={ref}
        type="checkbox"
        className="peer m-0 size-3.5 appearance-none rounded-chip border border-control bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
        {...rest}
      />
      <svg
        viewBox="0 0 14 14"
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 fill-none stroke-on-accent opacity-0 [stroke-width:1.6] peer-checked:opacity-100 peer-indeterminate:opacity-0"
      >
        <path d="M3.6 7.2 6 9.6l4.4-5" />
      </svg>
      <svg
        viewBox="0 0 14 14"
        aria-hidden="true"
        className="pointer-events-none absolute inset-0 fill-none stroke-on-accent opacity-0 [stroke-width:1.6] peer-indeterminate:opacity-100"
      >
        <path d="M3 7h8" />
      </svg>
    </span>
  )
}
