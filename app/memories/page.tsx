import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { orRefusal } from '@/app/refusal.ts'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { askedFilter, entryUrlParsers, filterOf, pageOf } from '@/components/entries/entry-url.ts'
import { FilterRefused } from '@/components/entries/filter-refused.tsx'
import { PageHead } from '@/components/frame/page-head.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { ServedBy } from '@/components/marks/served-by.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { JunkBand } from '@/components/memories/junk-band.tsx'
import { ListLinks } from '@/components/memories/list-links.tsx'
import { MemoriesBrowser } from '@/components/memories/memories-browser.tsx'
import { memoriesVerdict } from '@/components/memories/prepare-memories.ts'
import { ReviewGate } from '@/components/memories/review-gate.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { UserError } from '@/lib/memory/errors.ts'
import { reportSample } from '@/lib/memory/findings/quality.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Memories' }

const loadUrl = createLoader(entryUrlParsers)

export default async function MemoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const loupe = await getLoupe()
  const { current: project, revision } = await loupe.memories.shell(oneParam(params.project))
  if (!project || project.entryCount === 0) {
    return (
      <>
        <TopBar crumbs={[{ label: 'Memories' }]} />
        <PageHead question="Where is the junk?" verdict="No memories yet." />
        <EmptyStore />
      </>
    )
  }

  const { at, ...url } = loadUrl(params)
  const filter = filterOf(url)
  const asked = await orRefusal(loupe.memories.resolveFilter(askedFilter(project.id, filter)))
  if (asked instanceof UserError)
    return (
      <>
        <TopBar crumbs={[{ label: 'Memories' }]} />
        <PageHead question="Where is the junk?" verdict="This filter has no answer." />
        <FilterRefused refusal={asked} whole={projectHref('/memories', project.name)} />
      </>
    )
  const whole = filterOf(loadUrl({}))
  const [initial, everything, views, hasGate, worklists, status, samples] = await Promise.all([
    loupe.memories.listEntries({ ...asked, ...pageOf(filter, 0) }),
    loupe.memories.listEntries({ ...askedFilter(project.id, whole), ...pageOf(whole, 0), limit: 0 }),
    loupe.memories.listSavedViews({ projectId: project.id, page: 'memories' }),
    loupe.memories.hasReviewGate(project.id),
    loupe.triage.worklists(project.id),
    loupe.models.status({ project: project.name }),
    loupe.triage.samples.list(project.id),
  ])
  const sample = samples.find(({ isWhole }) => isWhole)
  const judged = sample && sample.judged > 0 ? await loupe.triage.samples.find(sample.id) : null
  const report = judged && reportSample(judged)
  const open = worklists.heads.reduce((sum, head) => sum + head.open, 0)

  const peeked = at ?? initial.rows[0]?.id
  const peek = peeked === undefined ? null : await loupe.memories.findEntryAlone(peeked)

  return (
    <>
      <TopBar crumbs={[{ label: 'Memories' }]} actions={<ListLinks project={project.name} />} />
      <PageHead
        question="Where is the junk?"
        verdict={memoriesVerdict(everything, worklists.heads, report?.junk ?? null, worklists.unseenCount)}
        basis={
          <>
            <span>
              <SourceChip source={project.source} /> flags by the extractor, findings by detectors
            </span>
            <ServedBy status={status} />
            {open > 0 && (
              <span>
                <Link className="link max-md:py-3.5" href={projectHref('/worklists', project.name)}>
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
        }
      />
      <JunkBand project={project.name} sample={sample ?? null} report={report} facets={everything.facets} />
      <MemoriesBrowser
        key={project.id}
        project={project.name}
        projectId={project.id}
        views={views}
        initial={initial}
        initialFilter={filter}
        initialPeek={peek}
        unseenCount={worklists.unseenCount}
        thisYear={new Date().getUTCFullYear()}
      />
    </>
  )
}
