import type { Metadata } from 'next'
import { guardPage, pageApi } from '@/app/guard.ts'
import { EmptyStore, OwnData } from '@/components/entries/empty-store.tsx'
import { FigureView } from '@/components/figures/figure-view.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { ServedBy } from '@/components/marks/served-by.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { CategoryColumns } from '@/components/overview/category-columns.tsx'
import { growthFigure, growthOrigin } from '@/components/overview/growth.ts'
import { Findings, Outcomes, RecentRetrievals } from '@/components/overview/overview-lists.tsx'
import { overviewVerdict } from '@/components/overview/prepare-overview.ts'
import { SampleTour } from '@/components/overview/sample-tour.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import type { DistilStatus } from '@/lib/memory/distil/distil.ts'
import { isSample } from '@/lib/memory/sample.ts'
import type { ProjectView } from '@/lib/memory/views/project.ts'

export const metadata: Metadata = { title: { absolute: 'Overview · Loupe' } }

const QUESTION = 'Is this memory healthy, and what should I do next?'
/** The three that a first visitor should meet, in this order. */
const TOUR = [
  'Cursor pagination, under REPRODUCE',
  'Login Timeout is not Login Button',
  'The missing reflected operator',
]

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function OverviewPage({ searchParams }: Props) {
  await guardPage(searchParams)
  const projectParam = oneParam((await searchParams).project)
  const api = await pageApi()
  const { current: project, revision } = await api.shell({ project: projectParam })
  if (!project) {
    return (
      <Screen crumbs={[{ label: 'Overview' }]} question={QUESTION} verdict="Nothing to judge yet.">
        <EmptyStore />
      </Screen>
    )
  }

  const [view, status, chips] = await Promise.all([
    api.overview({ projectId: project.id }),
    api.distilStatus({ project: project.name }),
    isSample(project) ? api.chips() : [],
  ])
  const growth = growthFigure(view.growth, project.name)
  const stops = TOUR.flatMap((label) => chips.filter((chip) => chip.label === label))
  return (
    <Screen
      crumbs={[{ label: 'Overview' }]}
      actions={<LinkButton href={projectHref('/import', projectParam)}>Import</LinkButton>}
      question={QUESTION}
      verdict={overviewVerdict(view, unreadCount(status))}
      basis={<Basis project={project} status={status} revision={revision} />}
    >
      {project.source === 'written' && <OwnData />}
      {project.entryCount > 0 && (
        <CategoryColumns
          categories={view.categories}
          growth={growth}
          project={projectParam}
          thisYear={new Date().getUTCFullYear()}
        />
      )}
      <SampleTour stops={stops.length === TOUR.length ? stops : chips.slice(0, 3)} project={projectParam} />
      <div className="grid flex-1 grid-cols-[minmax(0,3fr)_minmax(0,2fr)] max-lg:grid-cols-1">
        {project.entryCount === 0 ? (
          <EmptyStore />
        ) : (
          <Section title="Growth" note="live entries by category, after each episode">
            {view.growth.length === 0 ? (
              <p className="mt-2 text-ink-3 text-small">No episode yet: nothing to draw.</p>
            ) : (
              <FigureView figure={growth} digits={0} origin={growthOrigin(project, revision)} />
            )}
          </Section>
        )}
        <div className="border-hairline lg:border-l max-lg:border-t [&>section+section]:border-t [&>section+section]:border-hairline">
          {project.entryCount > 0 && (
            <Findings
              findings={view.findings}
              otherFindingCount={view.otherFindingCount}
              scannedAt={view.scannedAt}
              unseenCount={view.unseenCount}
              project={projectParam}
            />
          )}
          <Outcomes view={view} project={projectParam} />
          <RecentRetrievals view={view} project={projectParam} />
        </div>
      </div>
    </Screen>
  )
}

/** Subtasks that no model has read. */
function unreadCount({ counts: { subtasks, entries, skipped, refused } }: DistilStatus): number {
  return subtasks - entries - skipped - refused
}

type BasisProps = { project: ProjectView; status: DistilStatus; revision: number }

function Basis({ project, status, revision }: BasisProps) {
  return (
    <>
      <span>
        <SourceChip source={project.source} /> {plural(project.liveCount, 'entry', 'entries')},{' '}
        {plural(project.episodeCount, 'episode')}
      </span>
      {project.entryCount > 0 && <ServedBy status={status} />}
      {project.source === 'written' && <span>an example of our own writing</span>}
      <span className="text-ink-3">as of revision {formatCount(revision)}</span>
    </>
  )
}
