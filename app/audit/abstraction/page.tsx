import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { AbstractionScreen } from '@/components/audit/abstraction/abstraction-screen.tsx'
import { NoLabels } from '@/components/audit/audit-page.tsx'
import { getLoupe } from '@/lib/runtime.ts'
import { type AuditedProject, OfProject } from '../of-project.tsx'

export const metadata: Metadata = { title: 'Abstraction' }

export default async function AbstractionPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  return (
    <OfProject
      room="abstraction"
      searchParams={searchParams}
      what="Raw steps and lessons are embedded, then asked the same questions."
      report={(project) => <Report project={project} />}
    />
  )
}

async function Report({ project }: { project: AuditedProject }) {
  const report = await (await getLoupe()).audit.abstraction(project)
  return report ? (
    <AbstractionScreen report={report} />
  ) : (
    <NoLabels room="abstraction" project={project.name} />
  )
}
