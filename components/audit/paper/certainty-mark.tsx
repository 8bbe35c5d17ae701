import { Hatch } from '@/components/ui/hatch.tsx'
import type { Certainty, Reported } from '@/lib/memory/paper/figures.ts'

const MEANINGS: Record<Certainty, { letter: string; meaning: string }> = {
  text: { letter: 't', meaning: 'printed in the paper' },
  derived: { letter: 'd', meaning: 'derived from printed figures' },
  secondary: { letter: 's', meaning: 'told by another source' },
  unreported: { letter: '', meaning: 'not reported' },
}

/** A small letter that says how sure we are: t printed, d derived, s told by others. */
export function CertaintyMark({ certainty, where }: { certainty: Certainty; where?: string }) {
  const { letter, meaning } = MEANINGS[certainty]
  return (
    <>
      <sup
        aria-hidden="true"
        title={where ? `${meaning}: ${where}` : meaning}
        className="ml-px font-mono text-ink-3 text-tag"
      >
        {letter}
      </sup>
      <span className="sr-only"> ({meaning})</span>
    </>
  )
}

/** A reported number, or a hatch where nothing is reported. */
export function ReportedValue({ of, format }: { of: Reported; format: (value: number) => string }) {
  if (of.value === null) return <Hatch label="Not reported" />
  return (
    <span className="whitespace-nowrap">
      {format(of.value)}
      <CertaintyMark certainty={of.certainty} where={of.where} />
    </span>
  )
}

/** What the letters mean, once a page. */
export function CertaintyKey() {
  return (
    <p className="text-ink-3 text-small">
      <sup className="font-mono text-tag">t</sup> printed in the paper ·{' '}
      <sup className="font-mono text-tag">d</sup> derived from printed figures, by code ·{' '}
      <sup className="font-mono text-tag">s</sup> told by another source, not checked ·{' '}
      <Hatch label="Not reported" /> not reported, left empty
    </p>
  )
}
