import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage, pageApi } from '@/app/guard.ts'
import { AuditIndex } from '@/components/audit/audit-index.tsx'
import { oneParam } from '@/components/frame/project-href.ts'

export const metadata: Metadata = { title: 'Audit' }

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const api = await pageApi()
  const project = await api.findProject({ name: oneParam((await searchParams).project) })
  const report = await api.experiments({ project: project?.name ?? null })
  const replays = project ? await api.listStudies({ project: project.name, design: 'stream' }) : []
  return <AuditIndex project={project?.name ?? null} report={report} replayed={replays.length} />
}
