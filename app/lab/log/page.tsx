import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { RetrievalLog } from '@/components/lab/retrieval-log.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Retrieval log' }

export default async function LogPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const { project: named, from } = await searchParams
  const loupe = await getLoupe()
  const project = await loupe.api.findProject({ name: oneParam(named) })
  const offset = Math.max(0, Math.floor(Number(oneParam(from)) || 0))
  return <RetrievalLog view={project ? await loupe.lab.log(project.name, offset) : null} />
}
