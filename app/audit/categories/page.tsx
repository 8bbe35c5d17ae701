import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { Suspense } from 'react'
import { guardPage } from '@/app/guard.ts'
import { CategoriesScreen } from '@/components/audit/categories/categories-screen.tsx'
import { Computing } from '@/components/audit/computing.tsx'
import { NoProject } from '@/components/audit/no-project.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Categories' }

const HEAD = { label: 'Categories', question: 'How often is the wrong drawer opened, and what does it cost?' }

export default async function CategoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const params = await searchParams
  const project = await (await getLoupe()).memories.findProject(oneParam(params.project))
  if (!project) return <NoProject {...HEAD} />
  return (
    <Suspense fallback={<Computing {...HEAD} what="Each labelled question is asked in all four drawers." />}>
      <Report project={project} labels={oneParam(params.labels) === 'own' ? 'own' : 'written'} />
    </Suspense>
  )
}

async function Report({
  project,
  labels,
}: {
  project: { id: string; name: string }
  labels: 'own' | 'written'
}) {
  const { audit } = await getLoupe()
  const [categories, wall] = [await audit.categories(project, labels), await audit.wall(project)]
  return (
    <CategoriesScreen
      {...categories}
      wall={categories.labels.kind === 'written' ? wall : null}
      projectId={project.id}
      hasWritten={wall !== null}
    />
  )
}
