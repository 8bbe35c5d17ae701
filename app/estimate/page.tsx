import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { bulkAction, loadSampleAction, previewBulkAction, undoAction } from '@/app/actions.ts'
import { carryAction, drawSampleAction, filterImpactAction, judgeEntryAction } from '@/app/curate-actions.ts'
import { guardPage } from '@/app/guard.ts'
import { orRefusal } from '@/app/refusal.ts'
import { EstimateDesk } from '@/components/estimate/estimate-desk.tsx'
import { EmptyStore } from '@/components/memory/empty-store.tsx'
import { askedFilter, entryUrlParsers, filterOf } from '@/components/memory/entry-url.ts'
import { FilterRefused } from '@/components/memory/filter-refused.tsx'
import { PageHead } from '@/components/ui/page-head.tsx'
import { oneParam, projectHref } from '@/components/ui/project-href.ts'
import { TopBar } from '@/components/ui/top-bar.tsx'
import { UserError } from '@/lib/memory/errors.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Estimate' }

const loadUrl = createLoader(entryUrlParsers)

export default async function EstimatePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const loupe = await getLoupe()
  const { current: project } = await loupe.shell(oneParam(params.project))
  const crumbs = [{ label: 'Memories', path: '/memories' }, { label: 'Estimate' }]
  if (!project || project.entryCount === 0)
    return (
      <>
        <TopBar crumbs={crumbs} />
        <PageHead question="How much of this is junk?" verdict="No memories yet." />
        <EmptyStore onLoadSample={loadSampleAction} />
      </>
    )
  const url = filterOf(loadUrl(params))
  const asked = askedFilter(project.id, url)
  const filter = await orRefusal(loupe.resolveFilter(asked))
  if (filter instanceof UserError)
    return (
      <>
        <TopBar crumbs={crumbs} />
        <PageHead question="How much of this is junk?" verdict="This filter has no answer." />
        <FilterRefused refusal={filter} whole={projectHref('/estimate', project.name)} />
      </>
    )
  const sampleId = oneParam(params.sample)
  const [{ matchCount }, sample, samples] = await Promise.all([
    loupe.countMatching(filter),
    sampleId === null ? null : loupe.quality.find(sampleId),
    loupe.quality.list(project.id),
  ])
  return (
    <>
      <TopBar crumbs={crumbs} />
      <EstimateDesk
        key={`${project.id} ${sample?.id ?? ''}`}
        asked={asked}
        matchCount={matchCount}
        sample={sample}
        samples={samples}
        source={project.source}
        actions={{
          draw: drawSampleAction,
          judge: judgeEntryAction,
          previewBulk: previewBulkAction,
          bulk: bulkAction,
          filterImpact: filterImpactAction,
          carry: carryAction,
          undo: undoAction,
        }}
      />
    </>
  )
}
