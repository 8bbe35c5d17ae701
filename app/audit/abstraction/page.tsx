import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { Suspense } from 'react'
import { guardPage } from '@/app/guard.ts'
import { AbstractionScreen } from '@/components/audit/abstraction/abstraction-screen.tsx'
import { Computing } from '@/components/audit/computing.tsx'
import { NoLabels } from '@/components/audit/no-labels.tsx'
import { NoProject } from '@/components/audit/no-project.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Abstraction' }

const HEAD = { label: 'Abstraction', question: 'Is the lesson better than the log?' }

export default async function AbstractionPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const project = await (await getLoupe()).memories.findProject(oneParam((await searchParams).project))
  if (!project) return <NoProject {...HEAD} />
  return (
    <Suspense
      fallback={
        <Computing {...HEAD} what="Raw steps and lessons are embedded, then asked the same questions." />
      }
    >
      <Report project={project} />
    </Suspense>
  )
}

async function Report({ project }: { project: { id: string; name: string } }) {
  const report = await (await getLoupe()).audit.abstraction(project)
  return report ? <AbstractionScreen report={report} /> : <NoLabels project={project.name} {...HEAD} />
}
