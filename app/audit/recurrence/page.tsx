import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { Suspense } from 'react'
import { guardPage } from '@/app/guard.ts'
import { Computing } from '@/components/audit/computing.tsx'
import { NoProject } from '@/components/audit/no-project.tsx'
import { RecurrenceScreen } from '@/components/audit/recurrence/recurrence-screen.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import type { Source } from '@/lib/memory/source.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Recurrence' }

const HEAD = { label: 'Recurrence', question: 'Will memory ever pay on this stream?' }

export default async function RecurrencePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const project = await (await getLoupe()).memories.findProject(oneParam((await searchParams).project))
  if (!project) return <NoProject {...HEAD} />
  return (
    <Suspense
      fallback={<Computing {...HEAD} what="Each arriving entry is held against what was there before it." />}
    >
      <Report project={project} />
    </Suspense>
  )
}

async function Report({ project }: { project: { id: string; name: string; source: Source } }) {
  const view = await (await getLoupe()).audit.recurrence(project.id)
  return <RecurrenceScreen view={view} project={project.name} source={project.source} />
}
