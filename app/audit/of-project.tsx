import type { SearchParams } from 'nuqs/server'
import { type ReactNode, Suspense } from 'react'
import { Computing, NoProject } from '@/components/audit/audit-page.tsx'
import type { AuditRoom } from '@/components/audit/rooms.ts'
import { oneParam } from '@/components/frame/project-href.ts'
import type { Source } from '@/lib/memory/source.ts'
import { getLoupe } from '@/lib/runtime.ts'

export type AuditedProject = { id: string; name: string; source: Source }

type OfProjectProps = {
  room: AuditRoom
  searchParams: Promise<SearchParams>
  /** What is done meanwhile, in words. */
  what: string
  report: (project: AuditedProject) => ReactNode
}

/** A room that reads one memory: what it says before there is one, and while its report is made. */
export async function OfProject({ room, searchParams, what, report }: OfProjectProps) {
  const project = await (await getLoupe()).api.findProject({ name: oneParam((await searchParams).project) })
  if (!project) return <NoProject room={room} />
  return <Suspense fallback={<Computing room={room} what={what} />}>{report(project)}</Suspense>
}
