import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { NoProject } from '@/components/audit/audit-page.tsx'
import { ReplayScreen } from '@/components/audit/replay/replay-screen.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Replay' }

export default async function ReplayPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const { api, streams } = await getLoupe()
  const project = await api.findProject({ name: oneParam(params.project) })
  if (!project) return <NoProject room="replay" />
  const heads = await streams.list(project.id)
  const asked = oneParam(params.run)
  const chosen = heads.find(({ id }) => id === asked) ?? heads[0]
  const view = chosen ? await streams.find(chosen.id) : null
  return (
    <ReplayScreen
      key={chosen?.id ?? 'none'}
      project={project.name}
      basis={await streams.basis(project)}
      heads={heads}
      initial={view}
    />
  )
}
