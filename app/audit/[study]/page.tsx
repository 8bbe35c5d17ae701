import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { SearchParams } from 'nuqs/server'
import { Suspense } from 'react'
import { guardPage, pageApi } from '@/app/guard.ts'
import { Computing, NoProject } from '@/components/audit/audit-page.tsx'
import { AUDIT_ROOMS, type AuditRoom } from '@/components/audit/rooms.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import { DESIGNS } from '@/lib/studies/designs/all-designs.ts'
import { ordered, STUDIES } from './studies.tsx'

type Asked = { params: Promise<{ study: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Asked): Promise<Metadata> {
  const { study } = await params
  return { title: isStudy(study) ? AUDIT_ROOMS[study].label : 'Audit' }
}

/** One study of the audit: what it says before there is a memory, and while its report is made. */
export default async function StudyPage({ params, searchParams }: Asked) {
  await guardPage(searchParams)
  const [{ study }, asked] = await Promise.all([params, searchParams])
  const project = await (await pageApi()).findProject({ name: oneParam(asked.project) })
  if (!isStudy(study)) {
    // A design without a line of its own in the table.
    const design = DESIGNS.find(({ words }) => words.slug === study)
    if (design && project) return await ordered(design.name, project)
    notFound()
  }
  const { what, ...shown } = STUDIES[study]
  if ('ofProject' in shown && !project) return <NoProject room={study} />
  return (
    <Suspense key={study} fallback={<Computing room={study} what={what} />}>
      {'ofProject' in shown ? project && shown.ofProject(project, asked) : shown.ofAll(asked, project)}
    </Suspense>
  )
}

function isStudy(name: string): name is AuditRoom {
  return Object.hasOwn(AUDIT_ROOMS, name)
}
