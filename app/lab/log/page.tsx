import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { RetrievalLog } from '@/components/lab/retrieval-log.tsx'
import { oneParam } from '@/components/ui/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Retrieval log' }

export default async function LogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const { project: named, from } = await searchParams
  const loupe = await getLoupe()
  const project = await loupe.findProject(oneParam(named))
  const offset = Math.max(0, Math.floor(Number(oneParam(from)) || 0))
  return <RetrievalLog view={project ? await loupe.lab.log(project.name, offset) : null} />
}
