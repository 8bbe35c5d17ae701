import type { ReactNode } from 'react'
import { type Lifecycle, lifecycleWord } from '@/lib/memory/lifecycle.ts'
import { MarkFrame } from './mark-frame.tsx'

/** State of an entry: a mark and its word; with `word={false}` the word stays for screen readers. */
export function LifecycleMark({
  lifecycle,
  isReviewed,
  word = true,
}: {
  lifecycle: Lifecycle
  /** A person has looked at it as a reviewer; absent where it is said of many. */
  isReviewed?: boolean
  word?: boolean
}) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle text-ink-2">
      <MarkFrame>{MARKS[lifecycle]}</MarkFrame>
      <span className={word ? undefined : 'sr-only'}>{lifecycleWord(lifecycle, isReviewed)}</span>
    </span>
  )
}

const MARKS: Record<Lifecycle, ReactNode> = {
  approved: (
    <>
      <circle cx="6" cy="6" r="5.7" fill="var(--text-2)" />
      <path d="M3.4 6.2 5.2 8 8.7 4.3" stroke="var(--surface)" />
    </>
  ),
  candidate: (
    <>
      <circle cx="6" cy="6" r="5" stroke="var(--control)" />
      <path d="M6 3a3 3 0 0 1 0 6z" fill="var(--control)" />
    </>
  ),
  quarantined: <circle cx="6" cy="6" r="5" stroke="var(--warning)" strokeDasharray="2 2.2" />,
  retired: (
    <>
      <circle cx="6" cy="6" r="5" stroke="var(--control)" />
      <path d="M3.2 6h5.6" stroke="var(--control)" />
    </>
  ),
  purged: <path d="m2.5 2.5 7 7m0-7-7 7" stroke="var(--control)" />,
}
