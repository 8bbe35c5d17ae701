import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { ReuseScreen } from '@/components/audit/reuse/reuse-screen.tsx'
import { getLoupe } from '@/lib/runtime.ts'
import { type AuditedProject, OfProject } from '../of-project.tsx'

export const metadata: Metadata = { title: 'Reuse' }

export default async function ReusePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  return (
    <OfProject
      room="reuse"
      searchParams={searchParams}
      what="Each stored subtask asks at its place in the stream."
      report={(project) => <Report project={project} />}
    />
  )
}

async function Report({ project }: { project: AuditedProject }) {
  const report = await (await getLoupe()).audit.reuse(project.id)
  return <ReuseScreen report={report} source={project.source} />
}
