import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

const INPUT =
  'w-full rounded-control border border-strong bg-surface px-2.5 text-body hover:border-control focus-visible:border-control aria-invalid:border-danger disabled:bg-surface-2 disabled:text-ink-3 max-md:text-[16px]'

/** A label around its control, with a hint or, in its place, what is wrong. */
export function Field({
  label,
  hint,
  error,
  children,
  className,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className={clsx('grid gap-1', className)}>
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{label}</span>
        {hint && !error && <span className="text-ink-3 text-small">{hint}</span>}
      </span>
      {children}
      {error && (
        <span role="alert" className="text-danger text-small">
          {error}
        </span>
      )}
    </label>
  )
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" className={clsx(INPUT, 'h-7 max-md:h-11', className)} {...rest} />
}

/** Grows with its text where the browser can. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={clsx(INPUT, 'field-sizing-content min-h-[60px] resize-y py-1.5', className)}
      {...rest}
    />
  )
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <select className={clsx(INPUT, 'h-7 max-md:h-11', className)} {...rest}>
      {children}
    </select>
  )
}
