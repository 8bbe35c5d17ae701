import type { SearchParams } from 'nuqs/server'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { BlindScreen } from '@/components/estimate/blind-screen.tsx'
import { BLIND_CRUMBS, BLIND_QUESTION } from '@/components/estimate/prepare-blind.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export async function BlindReview({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams
  const loupe = await getLoupe()
  const { current: project } = await loupe.api.shell({ project: oneParam(params.project) })
  const makers = project ? await loupe.triage.blind.makers({ project: project.name }) : []
  if (!project || makers.length === 0)
    return (
      <Screen
        crumbs={BLIND_CRUMBS}
        question={BLIND_QUESTION}
        verdict="No extractor has made anything here yet."
      >
        <EmptyStore />
      </Screen>
    )
  const id = oneParam(params.reading)
  const [reading, readings] = await Promise.all([
    id === null ? null : loupe.triage.blind.find(id),
    loupe.triage.blind.list(project.id),
  ])
  return (
    <BlindScreen
      key={`${project.id} ${reading?.id ?? ''}`}
      project={project.name}
      makers={makers}
      readings={readings}
      reading={reading}
    />
  )
}
