import { projectHref } from '@/components/frame/project-href.ts'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatPercent } from '@/components/ui/format.ts'
import type { SampleHead, SampleReport } from '@/lib/memory/findings/quality.ts'

type JunkBandProps = {
  project: string
  /** The latest; null when none was drawn. */
  sample: SampleHead | null
  report: SampleReport | null
}

/** The latest random sample over the list: how much is junk, and the way to judge more of it. */
export function JunkBand({ project, sample, report }: JunkBandProps) {
  const href = projectHref('/estimate', project, sample ? { sample: sample.id } : {})
  const junk = report?.junk
  return (
    <section
      aria-label="Junk, estimated"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b px-6 py-2 text-ink-2 text-small max-md:px-4"
    >
      {sample && junk ? (
        <>
          <p>
            <b className="font-medium text-ink">{formatPercent(junk.share)}</b> of {formatCount(junk.n)}{' '}
            judged are junk; 95 % CI {(junk.interval.low * 100).toFixed(0)} to{' '}
            {formatPercent(junk.interval.high)} of {formatCount(sample.population)}
          </p>
          <LinkButton href={href}>
            {sample.judged < sample.size
              ? `Judge ${formatCount(sample.size - sample.judged)} more`
              : 'The sample and its marks'}
          </LinkButton>
        </>
      ) : (
        <>
          <p>The share of junk is unknown: no sample is judged yet.</p>
          <LinkButton href={href}>{sample ? 'Judge the sample' : 'Judge 50 at random'}</LinkButton>
        </>
      )}
    </section>
  )
}
