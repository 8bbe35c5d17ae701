import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { DistilScreen } from '@/components/distil/distil-screen.tsx'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { ImportScreen } from '@/components/import/import-screen.tsx'
import { JobList } from '@/components/jobs/job-list.tsx'

export const metadata: Metadata = { title: 'Import' }

export default async function ImportPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const { view, project } = await searchParams
  if (oneParam(view) === 'lessons') return <Lessons project={oneParam(project)} />
  const api = await pageApi()
  if (oneParam(view) === 'jobs') return <JobList initial={await api.listJobs({ limit: 50 })} />
  const { current } = await api.shell({ project: oneParam(project) })
  return <ImportScreen last={current && (await api.lastImport({ projectId: current.id }))} />
}

async function Lessons({ project: named }: { project: string | null }) {
  const api = await pageApi()
  const { current: project } = await api.shell({ project: named })
  if (!project || project.episodeCount === 0)
    return (
      <Screen
        crumbs={[{ label: 'Import', path: '/import' }, { label: 'Lessons' }]}
        question="What would a model write, and what does it cost?"
        verdict="No episode to read yet."
      >
        <EmptyStore />
      </Screen>
    )
  return (
    <DistilScreen
      key={project.id}
      initial={await api.distilStatus({ project: project.name })}
      source={project.source}
      prompts={await api.prompts()}
    />
  )
}
