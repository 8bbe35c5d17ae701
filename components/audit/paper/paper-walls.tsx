import { Hatch } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { NEGATIVE_RESULTS, UNREPORTED } from '@/lib/memory/paper/figures.ts'
import { CertaintyMark } from './certainty-mark.tsx'

/** A slot for each figure that one would want and nobody gives. */
export function UnreportedList() {
  return (
    <Section
      id="unreported"
      title="Not reported"
      note="looked for and stated nowhere; each stays empty wherever Loupe would show it"
    >
      <ul className="mt-2">
        {UNREPORTED.map(({ what, why }) => (
          <li key={what} className="grid grid-cols-[40px_1fr] items-baseline border-hairline border-b py-1.5">
            <Hatch label="Not reported" width={28} />
            <span>
              {what} <span className="text-ink-3 text-small">{why}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Who looked for a gain and found none. */
export function NegativeWall() {
  return (
    <Section
      id="negative"
      title="Who found nothing, or worse"
      note="published results of others, as other sources tell them"
    >
      <ul className="mt-2">
        {NEGATIVE_RESULTS.map(({ name, source, finding }) => (
          <li key={name} className="border-hairline border-b py-1.5">
            <span className="font-medium">{name}</span>
            <CertaintyMark certainty="secondary" where={source} />{' '}
            <span className="font-mono text-ink-3 text-micro">{source}</span>
            <span className="block text-ink-2">{finding}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
