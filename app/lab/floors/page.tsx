import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { Floors } from '@/components/lab/floors.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Floors' }

export default async function FloorsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const loupe = await getLoupe()
  const project = await loupe.api.findProject({ name: oneParam((await searchParams).project) })
  return <Floors view={project ? await loupe.lab.floors(project.name) : null} />
}
