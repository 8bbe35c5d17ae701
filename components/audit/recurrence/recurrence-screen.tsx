'use client'

import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, formatPercent, formatScore, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import type { RecurrenceReport, RecurrenceShare } from '@/lib/memory/audit/recurrence.ts'
import type { Source } from '@/lib/memory/source.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import { drawRecurrence } from './draw-recurrence.ts'
import { recurrenceTable, recurrenceVerdict } from './recurrence-words.ts'

type RecurrenceScreenProps = { view: RecurrenceReport; project: string; source: Source }

/** Will memory ever pay on this stream? */
export function RecurrenceScreen({ view, project, source }: RecurrenceScreenProps) {
  return (
    <AuditPage
      room="recurrence"
      verdict={recurrenceVerdict(view)}
      basis={
        <>
          <SourceChip source="measured" />
          {source === 'written' && <SourceChip source={source} />}
          <span>
            {plural(view.arrivals, 'entry', 'entries')}
            {view.isSample && ', evenly drawn'} of {plural(view.episodes, 'run')}
          </span>
          <span>
            fits: above 99.9 % of {formatCount(view.pairs)} unrelated pairs
            {view.floor !== null && `, ${formatScore(view.floor, 3)}`}
          </span>
          <span>needs no outcomes and no key</span>
        </>
      }
    >
      <div className="divide-y divide-hairline">
        <StreamSection view={view} project={project} />
        <Section title="By category">
          <ShareTable view={view} />
        </Section>
        <Section title="The nearest" note="what came back, nearest first">
          <Examples view={view} />
        </Section>
      </div>
    </AuditPage>
  )
}

function StreamSection({ view, project }: Omit<RecurrenceScreenProps, 'source'>) {
  return (
    <Section
      id="stream"
      title="By place in the stream"
      note="share of arriving entries whose nearest earlier one of the category, from another instance, fits"
    >
      <ChartFigure
        name={`recurrence-${project}`}
        draw={(width) => drawRecurrence(view, width)}
        table={recurrenceTable(view)}
        digits={3}
        caption="runs in stream order; ● all, with 95 % interval; small: ● A ▲ R ■ E ◆ V; grey: what unrelated entries would give, more as there is more to be near to"
      />
      <Note>
        Unrelated means: of another repository. Where the same trouble returns in other repositories, related
        pairs stand among the unrelated ones and raise the floor, so that this page says too little rather
        than too much.
      </Note>
      <Note>
        Near is not useful: an entry recurs when its description does, whether or not the lesson would have
        helped. On this page nothing is an outcome.
      </Note>
    </Section>
  )
}

function ShareTable({ view }: { view: RecurrenceReport }) {
  const line = (name: React.ReactNode, key: string, one: RecurrenceShare) => (
    <tr key={key} className="h-8 border-hairline border-b">
      <th scope="row" className="text-left font-normal">
        {name}
      </th>
      <td className="num">
        {one.recurring} / {one.n}
      </td>
      <td className="num">{one.share === null ? '' : formatPercent(one.share)}</td>
      <td className="num">
        {one.interval && `${formatPercent(one.interval.low)} to ${formatPercent(one.interval.high)}`}
      </td>
      <td className="num">{one.byChance === null ? '' : formatPercent(one.byChance)}</td>
    </tr>
  )
  return (
    <table className="mt-2 w-full max-w-2xl border-collapse">
      <thead>
        <tr className="h-7 border-strong border-b text-ink-3 text-small [&>th]:text-right [&>th]:font-normal">
          <th scope="col" className="text-left!">
            category
          </th>
          <th scope="col">recurring</th>
          <th scope="col">share</th>
          <th scope="col">95 % interval</th>
          <th scope="col">by chance</th>
        </tr>
      </thead>
      <tbody>
        {view.byCategory.map((one) => line(<CategoryMark category={one.category} />, one.category, one))}
        {line('all', 'all', view.all)}
      </tbody>
    </table>
  )
}

function Examples({ view }: { view: RecurrenceReport }) {
  const href = useProjectHref()
  if (view.examples.length === 0) return <p className="mt-2 text-ink-3">Nothing came back that fits.</p>
  const link = (id: string) => (
    <Link
      href={href(`/memories/${id}`)}
      className="link max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {view.objectives[id] ?? id}
    </Link>
  )
  return (
    <ul className="mt-2">
      {view.examples.map(({ entryId, category, best, earlier }) => (
        <li
          key={entryId}
          className="grid grid-cols-[20px_minmax(0,1fr)_minmax(0,1fr)_80px] gap-x-3 border-hairline border-b py-1.5 max-md:grid-cols-[20px_minmax(0,1fr)]"
        >
          <CategoryMark category={category} show="shape" className="pt-1" />
          <span>{link(entryId)}</span>
          <span className="max-md:col-start-2">
            <span className="text-ink-3 text-small">nearest of {earlier} earlier: </span>
            {best && link(best.entryId)}
          </span>
          <span className="num max-md:col-start-2 max-md:text-left">{best && formatScore(best.score)}</span>
        </li>
      ))}
    </ul>
  )
}
