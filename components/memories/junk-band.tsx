import { projectHref } from '@/components/frame/project-href.ts'
import { isTelling, PrecisionBar } from '@/components/marks/precision-bar.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatPercent } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { valueWord } from '@/lib/memory/filter/entry-fields.ts'
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
  const { junk, marks } = report
  const shown = marks.slice(0, SHOWN)
  const half = Math.ceil(shown.length / 2)
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
      <MarkTable marks={shown.slice(0, half)} {...{ facets, project }} />
      <MarkTable marks={shown.slice(half)} isSecond {...{ facets, project }} />
    </section>
  )
}

/** Half of the marks; the heads of the second are not read twice where it stands below the first. */
function MarkTable({
  marks,
  isSecond = false,
  ...props
}: Pick<JunkBandProps, 'facets' | 'project'> & { marks: SampleReport['marks']; isSecond?: boolean }) {
  if (marks.length === 0) return null
  return (
    <table className="mx-6 my-2 self-start max-md:mx-4">
      <thead className={isSecond ? 'text-ink-3 max-lg:sr-only' : 'text-ink-3'}>
        <tr className="h-6 text-left [&>th]:font-normal">
          <th>Mark</th>
          <th className="w-16 pr-4 text-right">entries</th>
          <th className="w-[104px]">0 precision 100 %</th>
          <th className="w-12 text-right">
            <span className="sr-only">share</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {marks.map((mark) => (
          <MarkRow key={`${mark.kind} ${mark.mark}`} mark={mark} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function MarkRow({
  mark: { mark, kind, precision },
  facets,
  project,
}: Pick<JunkBandProps, 'facets' | 'project'> & { mark: SampleReport['marks'][number] }) {
  const count = facets[kind].find(({ value }) => value === mark)?.count ?? 0
  return (
    <tr className="h-7">
      <th scope="row" className="min-w-0 text-left font-normal">
        <Link
          className="hover:underline hover:underline-offset-4 touch:inline-block touch:py-3.5"
          href={projectHref('/memories', project, { [kind]: mark })}
        >
          {valueWord(kind, mark)}
          {kind === 'flag' && <span className="text-ink-3"> flag</span>}
        </Link>
      </th>
      <td className="num pr-4">{formatCount(count)}</td>
      <td>
        <PrecisionBar share={precision} />
      </td>
      <td className="num">{isTelling(precision) && formatPercent(precision.share)}</td>
    </tr>
  )
}
