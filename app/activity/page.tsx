import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { activityChangesAction, loadSampleAction, undoAction, verifyChainAction } from '@/app/actions.ts'
import { guardPage } from '@/app/guard.ts'
import { ActivityDesk } from '@/components/activity/activity-desk.tsx'
import { ACTIVITY_ROWS, activityQuery, activityUrlParsers } from '@/components/activity/activity-url.ts'
import { EmptyStore } from '@/components/memory/empty-store.tsx'
import { PageHead } from '@/components/ui/page-head.tsx'
import { oneParam } from '@/components/ui/project-href.ts'
import { TopBar } from '@/components/ui/top-bar.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Activity' }

const loadUrl = createLoader(activityUrlParsers)

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const loupe = await getLoupe()
  const { current: project } = await loupe.shell(oneParam(params.project))
  if (!project)
    return (
      <>
        <TopBar crumbs={[{ label: 'Activity' }]} />
        <PageHead
          question="Who changed what, when and why, and can it be taken back?"
          verdict="Nothing has changed yet."
        />
        <EmptyStore onLoadSample={loadSampleAction} />
      </>
    )
  const url = loadUrl(params)
  const [list, facets, withoutRun] = await Promise.all([
    loupe.activity.list({
      ...activityQuery(project.id, url),
      offset: Math.max(0, url.from),
      limit: ACTIVITY_ROWS,
    }),
    loupe.activity.facets(project.id),
    loupe.countWithoutRun(project.id),
  ])
  return (
    <ActivityDesk
      key={project.id}
      project={project}
      list={list}
      facets={facets}
      withoutRun={withoutRun}
      actions={{ undo: undoAction, changes: activityChangesAction, verify: verifyChainAction }}
    />
  )
}
