'use client'

import { useQuery } from '@tanstack/react-query'
import { sourceFilter } from '@/components/memory/prepare-source.ts'
import { RollBack } from '@/components/memory/roll-back.tsx'
import type { RollBackActions } from '@/components/memory/roll-back-dialog.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { fetchJson } from '@/components/ui/fetch-json.ts'
import { projectHref } from '@/components/ui/project-href.ts'
import { useShell } from '@/components/ui/shell.tsx'
import type { JobView } from '@/lib/memory/views.ts'
import { isActive } from './prepare-jobs.ts'

const POLL_MS = 1_000

/** What an import made: to look at, and to take back in one act. Nothing for other work, while it goes on, and where nothing of it is left. */
export function ImportActs({ job, actions }: { job: JobView; actions: RollBackActions }) {
  const { projects } = useShell()
  const project = projects.find(({ id }) => id === job.projectId)
  if (!project || !job.hasEntries) return null
  const source = { jobId: job.id }
  return (
    <>
      <LinkButton href={projectHref('/memories', project.name, { q: sourceFilter(source) })}>
        Its entries
      </LinkButton>
      <RollBack projectId={project.id} source={source} actions={actions}>
        Roll back …
      </RollBack>
    </>
  )
}

/** The same for an import of which only the id is known. */
export function ImportActsOf({ jobId, actions }: { jobId: string; actions: RollBackActions }) {
  const { data } = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => fetchJson<JobView>(`/api/v1/jobs/${jobId}`, signal),
    refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : POLL_MS),
  })
  return data && <ImportActs job={data} actions={actions} />
}
