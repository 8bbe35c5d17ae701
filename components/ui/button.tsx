import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import { Link } from './link.tsx'

/** `solid`: the one primary act of a screen. `danger` names a destructive act, `danger-solid` does it. */
export type ButtonVariant = 'plain' | 'solid' | 'quiet' | 'danger' | 'danger-solid'

type Look = {
  variant?: ButtonVariant
  /** The key that does the same, shown at the right; bind it with useHotkeys. */
  keys?: string
  /** For buttons that carry only a mark: square, and give it an aria-label. */
  square?: boolean
}

export function Button({
  variant = 'plain',
  keys,
  square,
  className,
  children,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look) {
  return (
    <button type={type} className={clsx(buttonClass(variant, square), className)} {...rest}>
      {children}
      {keys && <Kbd inherit={isSolid(variant)}>{keys}</Kbd>}
    </button>
  )
}

export function LinkButton({
  variant = 'plain',
  keys,
  square,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Look & { children: ReactNode }) {
  return (
    <Link className={clsx(buttonClass(variant, square), className)} {...rest}>
      {children}
      {keys && <Kbd inherit={isSolid(variant)}>{keys}</Kbd>}
    </Link>
  )
}

/** Classes of a button, for elements that are neither (a file label, a summary). */
export function buttonClass(variant: ButtonVariant = 'plain', square = false): string {
  return clsx(
    'inline-flex h-7 flex-none items-center justify-center gap-2 whitespace-nowrap rounded-control border text-body no-underline',
    'transition-colors duration-(--t-fast) max-md:h-11',
    'disabled:border-hairline disabled:bg-surface-2 disabled:text-ink-3',
    square ? 'w-7 max-md:w-11' : 'px-2.5',
    {
      'border-strong bg-surface hover:bg-hover': variant === 'plain',
      'border-accent bg-accent font-medium text-on-accent hover:opacity-90': variant === 'solid',
      'border-transparent hover:bg-hover': variant === 'quiet',
      'border-strong bg-surface text-danger hover:bg-hover': variant === 'danger',
      'border-danger bg-danger font-medium text-surface hover:opacity-90': variant === 'danger-solid',
    },
  )
}

function isSolid(variant: ButtonVariant): boolean {
  return variant === 'solid' || variant === 'danger-solid'
}
