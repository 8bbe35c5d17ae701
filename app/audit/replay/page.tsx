import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { NoProject } from '@/components/audit/no-project.tsx'
import { ReplayScreen } from '@/components/audit/replay/replay-screen.tsx'
import { REPLAY_HEAD } from '@/components/audit/replay/replay-words.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Replay' }

export default async function ReplayPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const { memories, streams } = await getLoupe()
  const project = await memories.findProject(oneParam(params.project))
  if (!project) return <NoProject {...REPLAY_HEAD} />
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
