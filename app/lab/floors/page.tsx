import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { Floors } from '@/components/lab/floors.tsx'
import { oneParam } from '@/components/ui/project-href.ts'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Floors' }

export default async function FloorsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  const project = await loupe.findProject(oneParam((await searchParams).project))
  return <Floors view={project ? await loupe.lab.floors(project.name) : null} />
}
