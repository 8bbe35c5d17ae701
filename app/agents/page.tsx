import type { Metadata } from 'next'
import { guardPage, pageApi } from '@/app/guard.ts'
import { AgentsScreen } from '@/components/agents/agents-screen.tsx'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { AGENTS } from '@/lib/memory/agents.ts'

export const metadata: Metadata = { title: 'Agents' }

export default async function AgentsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  await guardPage(searchParams)
  const api = await pageApi()
  const { current: project, projects } = await api.shell({
    project: oneParam((await searchParams).project),
  })
  if (!project)
    return (
      <Screen
        crumbs={[{ label: 'Agents' }]}
        question="Does memory reach my agents, and do they use it?"
        verdict="No project has a memory yet."
      >
        <EmptyStore />
      </Screen>
    )
  return (
    <AgentsScreen
      key={project.id}
      project={project}
      projects={projects.map(({ name }) => name)}
      agents={AGENTS}
      first={await api.agents({ projectId: project.id })}
    />
  )
}
