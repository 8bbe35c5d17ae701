import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { DistilScreen } from '@/components/distil/distil-screen.tsx'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Distil' }

export default async function DistilPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const loupe = await getLoupe()
  const { current: project } = await loupe.memories.shell(oneParam(params.project))
  if (!project || project.episodeCount === 0)
    return (
      <Screen
        crumbs={[{ label: 'Distil' }]}
        question="What would a model make of these runs, what does it cost, and is it better?"
        verdict="There is no run here yet that a model could read."
      >
        <EmptyStore />
      </Screen>
    )
  return (
    <DistilScreen
      key={project.id}
      initial={await loupe.models.status({ project: project.name })}
      source={project.source}
      prompts={loupe.models.prompts()}
    />
  )
}
