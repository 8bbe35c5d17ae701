import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { BatchScreen } from '@/components/lab/batch-screen.tsx'
import { getLoupe } from '@/lib/runtime.ts'
import { listStrategies } from '../list-strategies.ts'

export const metadata: Metadata = { title: 'Batch' }

export default async function BatchPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  const project = await loupe.api.findProject({ name: oneParam((await searchParams).project) })
  return (
    <BatchScreen
      strategies={listStrategies()}
      runs={project ? await loupe.lab.batches.list(project.id) : []}
      readingCount={await loupe.lab.batches.readingCount()}
      example={project?.source === 'written' ? loupe.lab.exampleQueries() : null}
    />
  )
}
