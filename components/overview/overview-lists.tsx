import { projectHref } from '@/components/frame/project-href.ts'
import { askedWords } from '@/components/marks/asked-words.ts'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, formatInstant, formatPercent, formatScore, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import type { OverviewView } from '@/lib/memory/views/project.ts'

/** Each count opens its worklist. */
export function Findings({
  findings: found,
  otherFindingCount,
  scannedAt,
  unseenCount,
  project,
}: Pick<OverviewView, 'findings' | 'otherFindingCount' | 'scannedAt' | 'unseenCount'> & {
  project: string | null
}) {
  return (
    <Section
      title="Findings"
      note={scannedAt === null ? 'not looked yet' : `by rules, as of ${formatInstant(scannedAt)}`}
    >
      {scannedAt !== null && unseenCount > 0 && (
        <p className="mt-2 font-medium">Not looked at since {formatCount(unseenCount)} arrived or changed.</p>
      )}
      {found.length === 0 ? (
        <p className="mt-2 text-ink-2">
          {scannedAt === null
            ? 'No detector has looked through this project yet.'
            : 'No rule that can be trusted found anything. That is not the same as nothing being wrong.'}
        </p>
      ) : (
        <ul className="mt-1.5 text-small">
          {found.map((finding) => (
            <li key={finding.key} className="border-hairline border-b">
              <Link
                href={projectHref(finding.href, project)}
                className="grid h-8 grid-cols-[128px_minmax(0,1fr)_auto] items-center gap-2 hover:bg-hover max-md:h-11"
              >
                <span className="min-w-0 truncate">{finding.label}</span>
                <span className="truncate text-ink-2">{finding.meaning}</span>
                <span>{plural(finding.count, 'finding')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {otherFindingCount > 0 && (
        <p className="mt-2 text-ink-2 text-small">
          <Link className="link max-md:py-3.5" href={projectHref('/memories/review', project)}>
            {plural(otherFindingCount, 'finding')}
          </Link>{' '}
          more, by rules that were wrong too often or judged too seldom.
        </p>
      )}
    </Section>
  )
}

/** What the imported runs came to; of the written sample only the counts, and that they are invented. */
export function Outcomes({ view, project }: { view: OverviewView; project: string | null }) {
  const { resolved, unresolved, kept, reverted, unknown } = view.outcomes
  const total = resolved + unresolved + kept + reverted + unknown
  const isWritten = view.project.source === 'written'
  if (total === 0)
    return (
      <Section title="Outcomes of the runs" note="no run was imported">
        {null}
      </Section>
    )
  const rows = [
    { name: 'resolved', count: resolved, bar: 'bg-ink' },
    { name: 'unresolved', count: unresolved, bar: 'bg-control' },
    // What git says of a change is no verdict.
    ...(kept + reverted > 0
      ? [
          { name: 'kept', of: ' by git', count: kept, bar: 'bg-ink-3' },
          { name: 'reverted', of: ' by git', count: reverted, bar: 'bg-control' },
        ]
      : []),
    { name: 'unknown', count: unknown, bar: 'hatch' },
  ]
  return (
    <Section
      title="Outcomes of the runs"
      note={
        <span className="inline-flex items-center gap-2">
          n {formatCount(total)} <SourceChip source={view.project.source} />
        </span>
      }
    >
      <ul className="mt-1.5 text-small">
        {(unknown === total ? rows.slice(-1) : rows).map((row) => (
          <li key={row.name} className="border-hairline border-b">
            <Link
              href={projectHref('/episodes', project, { outcome: row.name })}
              className="grid h-8 grid-cols-[104px_minmax(0,1fr)_auto] items-center gap-2 hover:bg-hover max-md:h-11"
            >
              <span>
                {row.name}
                {'of' in row && row.of}
              </span>
              <span aria-hidden="true">
                {!isWritten && total > 0 && (
                  <span
                    className={`block h-2 ${row.bar}`}
                    style={{ width: `${(row.count / total) * 100}%` }}
                  />
                )}
              </span>
              <span className="num">{formatCount(row.count)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-3 text-small">
        {isWritten
          ? 'Written with the sample: they show where outcomes stand and say nothing about any agent.'
          : unknown > 0
            ? `${formatPercent(unknown / total)} have no outcome: on the page Import git can be asked, or a results file joined.`
            : 'As the imported results say; whether memory had a part in it, they cannot tell.'}
      </p>
    </Section>
  )
}

/** What was asked last and what won. */
export function RecentRetrievals({ view, project }: { view: OverviewView; project: string | null }) {
  return (
    <Section title="Last asked" note={`${plural(view.servedLastHour, 'answer')} served in the last hour`}>
      {view.recentRetrievals.length === 0 ? (
        <p className="mt-2 text-ink-2">
          Nobody has asked yet.{' '}
          <Link className="link" href={projectHref('/playground', project)}>
            Ask in the playground
          </Link>{' '}
          and save it, or let an agent ask: what a program is told over HTTP is logged.
        </p>
      ) : (
        <ul className="mt-1.5 text-small">
          {view.recentRetrievals.map((asked) => (
            <li key={asked.id} className="border-hairline border-b py-1.5">
              <div className="grid grid-cols-[28px_minmax(0,1fr)_auto] items-baseline gap-x-2">
                <CategoryMark category={asked.category} show="letter" />
                <Link
                  className="truncate hover:underline max-md:py-3.5"
                  href={projectHref('/playground', project, {
                    text: asked.text,
                    mode: 'subtask',
                    category: asked.category,
                  })}
                >
                  {asked.text}
                </Link>
                {asked.winnerId && asked.score !== null ? (
                  <Link
                    className="num link max-md:py-3.5"
                    href={projectHref(`/memories/${asked.winnerId}`, project)}
                  >
                    {formatScore(asked.score)}
                  </Link>
                ) : (
                  <Hatch label="nothing was injected" />
                )}
              </div>
              <p className="pl-9 text-ink-3">
                {askedWords(asked)}, {asked.verdict.replace('-', ' ')}, {formatInstant(asked.at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
