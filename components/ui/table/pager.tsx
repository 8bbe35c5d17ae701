import clsx from 'clsx'
import { Button, LinkButton } from '../button.tsx'
import { formatCount } from '../format.ts'

/** One page back, one page on, and which rows these are. Pages that stand in the address are links. */
export function Pager({
  from,
  size,
  count,
  back = 'Previous',
  on = 'Next',
  of,
  className,
  ...go
}: PagerProps) {
  const step = (label: string, to: number | null) => {
    if (to === null) return <Button disabled>{label}</Button>
    if ('hrefOf' in go) return <LinkButton href={go.hrefOf(to)}>{label}</LinkButton>
    return <Button onClick={() => go.onTurn(to)}>{label}</Button>
  }
  return (
    <p className={clsx('flex flex-wrap items-center gap-2', className)}>
      {step(back, from > 0 ? Math.max(0, from - size) : null)}
      {step(on, from + size < count ? from + size : null)}
      <span aria-live="polite" className="text-ink-3 text-small">
        {formatCount(from + 1)} to {formatCount(Math.min(count, from + size))} of {of ?? formatCount(count)}
      </span>
    </p>
  )
}

type PagerProps = {
  /** Place of the first row, from 0. */
  from: number
  /** Rows of a page. */
  size: number
  count: number
  back?: string
  on?: string
  /** The count with its unit. */
  of?: string
  className?: string
} & ({ onTurn: (from: number) => void } | { hrefOf: (from: number) => string })
