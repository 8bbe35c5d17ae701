'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'

export type SegmentOption<V extends string> = { value: V; label: ReactNode; title?: string; keys?: string }

/** One of a few, all in sight. `label` names the choice for screen readers. */
export function Segmented<V extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: {
  label: string
  value: V | null
  options: readonly SegmentOption<V>[]
  onChange: (value: V) => void
  className?: string
}) {
  return (
    <fieldset
      className={clsx('m-0 inline-flex min-w-0 rounded-control border border-strong p-px', className)}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          title={option.title}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-[4px] px-2 text-ink-2 hover:text-ink aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink max-md:h-11 max-md:px-3"
        >
          {option.label}
          {option.keys && <Kbd>{option.keys}</Kbd>}
        </button>
      ))}
    </fieldset>
  )
}
