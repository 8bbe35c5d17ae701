import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { ActivityScreen } from '@/components/activity/activity-screen.tsx'
import {
  ACTIVITY_ROWS,
  activityQuery,
  activityUrlParsers,
  isFiltered,
} from '@/components/activity/activity-url.ts'
import { ServedScreen } from '@/components/activity/served-rows.tsx'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'

export const metadata: Metadata = { title: 'Activity' }

const loadUrl = createLoader(activityUrlParsers)

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const api = await pageApi()
  const { current: project } = await api.shell({ project: oneParam(params.project) })
  if (!project)
    return (
      <Screen
        crumbs={[{ label: 'Activity' }]}
        question="Who changed what, when and why, and can it be taken back?"
        verdict="Nothing has changed yet."
      >
        <EmptyStore />
      </Screen>
    )
  if (oneParam(params.view) === 'served') {
    const from = Math.max(0, Math.floor(Number(oneParam(params.from)) || 0))
    return <ServedScreen view={await api.servedAgain({ project: project.name, from })} />
  }
  const url = loadUrl(params)
  const [list, facets, withoutRun] = await Promise.all([
    api.listActivity({
      ...activityQuery(project.id, url),
      offset: Math.max(0, url.from),
      limit: ACTIVITY_ROWS,
      folded: !isFiltered(url),
    }),
    api.activityFacets({ projectId: project.id }),
    api.countWithoutRun({ projectId: project.id }),
  ])
  return (
    <ActivityScreen key={project.id} project={project} list={list} facets={facets} withoutRun={withoutRun} />
  )
}
