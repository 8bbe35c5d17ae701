import type { Source } from '@/lib/memory/source.ts'
import type { Outcome } from '@/lib/memory/trajectory.ts'
import { MarkFrame } from './mark-frame.tsx'
import { SourceChip } from './source-chip.tsx'

/** Outcome with where it comes from; an unknown one is a word, never a no. */
export function OutcomeWord({
  outcome,
  source,
  chip = true,
}: {
  outcome: Outcome
  source: Source
  chip?: boolean
}) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <MarkFrame>
        {outcome === 'resolved' && <path d="M2 6.4 4.8 9.2 10 3.2" stroke="var(--text)" />}
        {outcome === 'unresolved' && <path d="m2.8 2.8 6.4 6.4m0-6.4L2.8 9.2" stroke="var(--text)" />}
        {outcome === null && <path d="M2.5 6h7" stroke="var(--control)" strokeDasharray="1.5 1.5" />}
      </MarkFrame>
      <span className={outcome === null ? 'text-ink-3' : undefined}>{outcome ?? 'unknown'}</span>
      {chip && outcome !== null && <SourceChip source={source === 'written' ? 'written' : 'imported'} />}
    </span>
  )
}
