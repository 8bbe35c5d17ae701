import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { Suspense } from 'react'
import { guardPage } from '@/app/guard.ts'
import { Computing } from '@/components/audit/computing.tsx'
import { NoProject } from '@/components/audit/no-project.tsx'
import { ReuseScreen } from '@/components/audit/reuse/reuse-screen.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import type { Source } from '@/lib/memory/source.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Reuse' }

const HEAD = {
  label: 'Reuse',
  question: 'Which entries carry the memory, which harm it, which are dead weight?',
}

export default async function ReusePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const project = await (await getLoupe()).memories.findProject(oneParam((await searchParams).project))
  if (!project) return <NoProject {...HEAD} />
  return (
    <Suspense fallback={<Computing {...HEAD} what="Each stored subtask asks at its place in the stream." />}>
      <Report project={project} />
    </Suspense>
  )
}

async function Report({ project }: { project: { id: string; name: string; source: Source } }) {
  const report = await (await getLoupe()).audit.reuse(project.id)
  return <ReuseScreen report={report} source={project.source} />
}
