import clsx from 'clsx'
import { isGraveFlag } from './entry-words.ts'

/** A quality finding: a word, underlined; in red only where it may hurt somebody. */
export function FlagMark({ flag }: { flag: string }) {
  return (
    <span
      className={clsx(
        'truncate whitespace-nowrap border-b font-mono text-micro',
        isGraveFlag(flag) ? 'border-danger text-danger' : 'border-control text-ink-2',
      )}
      title={flag}
    >
      {flag}
    </span>
  )
}
