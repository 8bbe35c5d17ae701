import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { AuditIndex } from '@/components/audit/audit-index.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Audit' }

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const { memories, experiments, streams } = await getLoupe()
  const project = await memories.findProject(oneParam((await searchParams).project))
  const report = await experiments.report()
  const replayed = project ? (await streams.list(project.id)).length : 0
  return <AuditIndex project={project?.name ?? null} {...{ report, replayed }} />
}
