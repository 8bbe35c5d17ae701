import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { RecurrenceScreen } from '@/components/audit/recurrence/recurrence-screen.tsx'
import { getLoupe } from '@/lib/runtime.ts'
import { type AuditedProject, OfProject } from '../of-project.tsx'

export const metadata: Metadata = { title: 'Recurrence' }

export default async function RecurrencePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  return (
    <OfProject
      room="recurrence"
      searchParams={searchParams}
      what="Each arriving entry is held against what was there before it."
      report={(project) => <Report project={project} />}
    />
  )
}

async function Report({ project }: { project: AuditedProject }) {
  const view = await (await getLoupe()).audit.recurrence(project.id)
  return <RecurrenceScreen view={view} project={project.name} source={project.source} />
}
