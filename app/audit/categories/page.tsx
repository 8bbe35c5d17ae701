import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { CategoriesScreen } from '@/components/audit/categories/categories-screen.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { type AuditedProject, OfProject } from '../of-project.tsx'

export const metadata: Metadata = { title: 'Categories' }

export default async function CategoriesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const labels = oneParam((await searchParams).labels) === 'own' ? 'own' : 'written'
  return (
    <OfProject
      room="categories"
      searchParams={searchParams}
      what="Each labelled question is asked in all four drawers."
      report={(project) => <Report project={project} labels={labels} />}
    />
  )
}

async function Report({ project, labels }: { project: AuditedProject; labels: 'own' | 'written' }) {
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
