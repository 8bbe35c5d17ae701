'use client'

import { useQuery } from '@tanstack/react-query'
import { sourceFilter } from '@/components/curate/prepare-source.ts'
import { RollBack } from '@/components/curate/roll-back.tsx'
import { projectHref } from '@/components/frame/project-href.ts'
import { useShell } from '@/components/frame/shell.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import type { JobView } from '@/lib/memory/views/jobs.ts'
import { isActive, sittingImportWords } from './prepare-jobs.ts'

const POLL_MS = 1_000

/** What an import made: to look at, and to take back in one act. Nothing for other work, while it goes on, and where nothing of it is left. */
export function ImportActs({ job }: { job: JobView }) {
  const { projects } = useShell()
  const project = projects.find(({ id }) => id === job.projectId)
  if (!project || !job.hasEntries) return null
  const source = { jobId: job.id }
  return (
    <>
      <LinkButton href={projectHref('/memories', project.name, { q: sourceFilter(source) })}>
        Its entries
      </LinkButton>
      <RollBack projectId={project.id} source={source}>
        Roll back …
      </RollBack>
    </>
  )
}

/** The same for an import of which only the id is known. */
export function ImportActsOf({ jobId }: { jobId: string }) {
  const job = useJob(jobId)
  return job && <ImportActs job={job} />
}

/** The imports of one sitting in a line each, where there was more than one. */
export function SittingImports({ jobIds }: { jobIds: string[] }) {
  return (
    <ul aria-label="Imports of this sitting">
      {jobIds.map((id) => (
        <SittingImport key={id} jobId={id} />
      ))}
    </ul>
  )
}

function SittingImport({ jobId }: { jobId: string }) {
  const { projects } = useShell()
  const job = useJob(jobId)
  if (!job) return null
  const project = projects.find(({ id }) => id === job.projectId)
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-t px-6 py-2 max-md:px-4">
      <span className="min-w-0 text-ink-2 [overflow-wrap:anywhere]">
        {sittingImportWords(job, project?.name ?? null)}
      </span>
      <span className="ml-auto flex flex-wrap gap-2">
        <ImportActs job={job} />
      </span>
    </li>
  )
}

function useJob(jobId: string): JobView | undefined {
  const { data } = useQuery({
    queryKey: ['job', jobId],
    queryFn: ({ signal }) => fetchJson<JobView>(`/api/v1/jobs/${jobId}`, signal),
    refetchInterval: ({ state }) => (state.data && !isActive(state.data) ? false : POLL_MS),
  })
  return data
}
