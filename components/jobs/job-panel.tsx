import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Progress } from '@/components/ui/states.tsx'
import { useCut } from '@/components/ui/use-cut.tsx'

type Failure = { key: string; label: string; reason: string | null; href?: string | null; attempts?: number }

type JobPanelProps = {
  title: string
  mark?: ReactNode
  /** How far it is, in words. */
  words: string
  isFailed: boolean
  /** While it is open. */
  progress: { done: number; total: number } | null
  reason?: string | null | undefined
  failures?: Failure[]
  acts: ReactNode
  children?: ReactNode
}

/** One piece of background work: how far, what failed and why, and what can be done about it. */
export function JobPanel({ title, mark, words, isFailed, progress, reason, acts, ...below }: JobPanelProps) {
  const { failures = [], children } = below
  const { shown, button } = useCut(failures, 3)
  return (
    <article
      aria-label={title}
      className={clsx(
        'border-hairline border-b px-6 py-2 max-md:px-4 max-md:py-3',
        isFailed && 'shadow-[inset_2px_0_0_var(--danger)]',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="flex min-w-0 max-w-full items-center gap-3 font-medium lg:basis-[320px]" title={title}>
          {mark}
          <span className="truncate">{title}</span>
        </h2>
        <p role={progress ? 'status' : undefined} className="text-ink-2 text-small">
          {words}
        </p>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2">{acts}</span>
      </div>
      {progress && (
        <div className="mt-2">
          <Progress {...progress} label={title} />
        </div>
      )}
      {reason && <p className="mt-1 max-w-[90ch] text-pretty text-ink-2 text-small">{reason}</p>}
      {failures.length > 0 && (
        <ul className="mt-2 grid gap-1 text-small leading-[18px]">
          {shown.map(({ key, ...failure }) => (
            <FailedItem key={key} {...failure} />
          ))}
        </ul>
      )}
      {button}
      {children}
    </article>
  )
}

function FailedItem({ label, href, reason, attempts = 1 }: Omit<Failure, 'key'>) {
  return (
    <li className="pl-3 shadow-[inset_1px_0_0_var(--danger)]">
      {href ? (
        <Link href={href} className="link font-mono">
          {label}
        </Link>
      ) : (
        <span className="font-mono [overflow-wrap:anywhere]">{label}</span>
      )}{' '}
      <span className="text-ink-2">{reason ?? 'no reason was kept'}</span>
      {attempts > 1 && <span className="text-ink-3">, {attempts} attempts</span>}
    </li>
  )
}

/** A button for each act that the state of a job allows. */
export function Acts({ isBusy, acts }: { isBusy: boolean; acts: ([string, () => unknown] | false)[] }) {
  return acts.map(
    (act) =>
      act && (
        <Button key={act[0]} disabled={isBusy} onClick={() => void act[1]()}>
          {act[0]}
        </Button>
      ),
  )
}
