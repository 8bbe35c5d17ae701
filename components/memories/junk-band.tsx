import { projectHref } from '@/components/frame/project-href.ts'
import { PrecisionTable } from '@/components/marks/precision-table.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatPercent } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import type { SampleHead, SampleReport } from '@/lib/memory/findings/quality.ts'
import type { FacetCount } from '@/lib/memory/views/entries.ts'

/** Marks shown beside the estimate; the rest stands on the page of the sample. */
const SHOWN = 6

type JunkBandProps = {
  project: string
  /** The latest; null when none was drawn. */
  sample: SampleHead | null
  report: SampleReport | null
  /** Of the whole project: how many entries carry a mark now. */
  facets: { finding: FacetCount[]; flag: FacetCount[] }
}

/** The latest random sample over the list: how much is junk, and which mark finds it. A line until someone has judged. */
export function JunkBand({ project, sample, report, facets }: JunkBandProps) {
  const href = (params: Record<string, string>) => projectHref('/memories/review/sample', project, params)
  if (!sample || !report?.junk)
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b px-6 py-2 text-ink-2 text-small max-md:px-4">
        The share of junk is unknown: no sample is judged yet.
        <LinkButton href={href(sample ? { queue: sample.id } : {})}>
          {sample ? 'Judge the sample' : 'Judge 50 at random'}
        </LinkButton>
      </p>
    )
  const { junk } = report
  const marks = report.marks.slice(0, SHOWN)
  const half = Math.ceil(marks.length / 2)
  return (
    <section
      aria-label="Junk, estimated"
      className="grid grid-cols-[232px_minmax(0,1fr)_minmax(0,1fr)] border-hairline border-b text-small max-lg:grid-cols-1"
    >
      <div className="px-6 py-3 max-md:px-4">
        <p>
          <b className="font-medium text-body">{formatPercent(junk.share)}</b> of {formatCount(junk.n)} judged
          are junk
        </p>
        <p className="text-ink-3">
          95 % CI {(junk.interval.low * 100).toFixed(0)} to {formatPercent(junk.interval.high)} of{' '}
          {formatCount(sample.population)}
        </p>
        <LinkButton className="mt-2" href={href({ queue: sample.id })}>
          {sample.judged < sample.size
            ? `Judge ${formatCount(sample.size - sample.judged)} more`
            : 'The sample'}
        </LinkButton>
      </div>
      {[marks.slice(0, half), marks.slice(half)].map(
        (some) =>
          some.length > 0 && (
            <div key={some[0]?.mark} className="px-6 pb-2 max-md:px-4">
              <PrecisionTable
                marks={some}
                nameOf={({ mark, kind }, words) => (
                  <Link
                    className="hover:underline hover:underline-offset-4 touch:inline-block touch:py-3.5"
                    href={projectHref('/memories', project, { [kind]: mark })}
                  >
                    {words}
                  </Link>
                )}
                last={{
                  label: 'entries',
                  of: ({ kind, mark }) =>
                    formatCount(facets[kind].find(({ value }) => value === mark)?.count ?? 0),
                }}
              />
            </div>
          ),
      )}
    </section>
  )
}
