import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { MinimumScore } from '@/components/studies/minimum-score.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Minimum score' }

export default async function MinimumScorePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const { api, memories } = await getLoupe()
  const project = await memories.findProject(oneParam((await searchParams).project))
  return <MinimumScore view={project ? await api.minimumScore({ project: project.name }) : null} />
}
