import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import type { ReactNode } from 'react'
import { guardPage, pageApi } from '@/app/guard.ts'
import { orRefusal } from '@/app/refusal.ts'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { askedFilter, entryUrlParsers, filterOf, pageOf } from '@/components/entries/entry-url.ts'
import { FilterRefused } from '@/components/entries/filter-refused.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { ServedBy } from '@/components/marks/served-by.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { JunkBand } from '@/components/memories/junk-band.tsx'
import { MemoriesBrowser } from '@/components/memories/memories-browser.tsx'
import { memoriesVerdict } from '@/components/memories/prepare-memories.ts'
import { ReviewGate } from '@/components/memories/review-gate.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { UserError } from '@/lib/memory/errors.ts'
import type { ProjectView } from '@/lib/memory/views/project.ts'
import { readMemories } from './read-memories.ts'

export const metadata: Metadata = { title: 'Memories' }

const loadUrl = createLoader(entryUrlParsers)

export default async function MemoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const api = await pageApi()
  const { current: project, revision } = await api.shell({ project: oneParam(params.project) })
  if (!project || project.entryCount === 0)
    return (
      <Head verdict="No memories yet.">
        <EmptyStore />
      </Head>
    )
  const { at, ...url } = loadUrl(params)
  const filter = filterOf(url)
  const view = await orRefusal(
    readMemories(
      {
        project,
        asked: askedFilter(project.id, filter),
        whole: askedFilter(project.id, filterOf(loadUrl({}))),
        page: pageOf(filter, 0),
        at,
      },
      api,
    ),
  )
  if (view instanceof UserError)
    return (
      <Head verdict="This filter has no answer.">
        <FilterRefused refusal={view} whole={projectHref('/memories', project.name)} />
      </Head>
    )
  const { everything, worklists, report } = view
  const { unseenCount } = worklists
  return (
    <Head
      verdict={memoriesVerdict(everything, worklists.heads, report?.junk ?? null, unseenCount)}
      basis={<Basis view={view} project={project} revision={revision} />}
    >
      <JunkBand project={project.name} sample={view.sample} report={report} facets={everything.facets} />
      <MemoriesBrowser
        key={project.id}
        project={project.name}
        projectId={project.id}
        views={view.savedViews}
        initial={view.list}
        initialFilter={filter}
        whole={everything.facets}
        initialPeek={view.peek}
        unseenCount={unseenCount}
        thisYear={new Date().getUTCFullYear()}
      />
    </Head>
  )
}

function Head({ verdict, basis, children }: { verdict: string; basis?: ReactNode; children: ReactNode }) {
  return (
    <Screen crumbs={[{ label: 'Memories' }]} question="Where is the junk?" verdict={verdict} basis={basis}>
      {children}
    </Screen>
  )
}

function Basis({
  view: { worklists, status, hasGate },
  project,
  revision,
}: {
  view: Awaited<ReturnType<typeof readMemories>>
  project: ProjectView
  revision: number
}) {
  const open = worklists.heads.reduce((sum, head) => sum + head.open, 0)
  return (
    <>
      <span>
        <SourceChip source={project.source} /> flags by the extractor, findings by detectors
      </span>
      <ServedBy status={status} />
      {open > 0 && (
        <span>
          <Link className="link max-md:py-3.5" href={projectHref('/memories/review', project.name)}>
            {plural(open, 'finding')}
          </Link>{' '}
          to judge
        </span>
      )}
      <span>
        <ReviewGate projectId={project.id} isOn={hasGate} />
      </span>
      <span className="text-ink-3">as of revision {formatCount(revision)}</span>
    </>
  )
}
