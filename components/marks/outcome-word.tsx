import type { Source } from '@/lib/memory/source.ts'
import type { Outcome } from '@/lib/memory/trajectory.ts'
import { MarkFrame } from './mark-frame.tsx'
import { SourceChip } from './source-chip.tsx'

/** Outcome with where it comes from; an unknown one is a word, never a no. */
export function OutcomeWord({
  outcome,
  said = null,
  source,
  chip = true,
}: {
  outcome: Outcome
  /** What the outcome rests on, as far as the caller knows. */
  said?: string | null
  source: Source
  chip?: boolean
}) {
  // What git says of a change has words of its own: a benchmark's verdict it is not.
  const fate = /^git: (kept|reverted|fixed again)\b/.exec(said ?? '')?.[1]
  const isKnown = outcome !== null || fate !== undefined
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <MarkFrame>
        {outcome === 'resolved' && <path d="M2 6.4 4.8 9.2 10 3.2" stroke="var(--text)" />}
        {outcome === 'unresolved' && <path d="m2.8 2.8 6.4 6.4m0-6.4L2.8 9.2" stroke="var(--text)" />}
        {outcome === null && <path d="M2.5 6h7" stroke="var(--control)" strokeDasharray="1.5 1.5" />}
      </MarkFrame>
      <span className={isKnown ? undefined : 'text-ink-3'}>{fate ?? outcome ?? 'unknown'}</span>
      {chip && isKnown && (
        <SourceChip source={fate ? 'git' : source === 'written' ? 'written' : 'imported'} />
      )}
    </span>
  )
}
