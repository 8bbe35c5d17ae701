import { useQuery } from '@tanstack/react-query'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { ImportActs } from '@/components/jobs/import-acts.tsx'
import { isActive } from '@/components/jobs/prepare-jobs.ts'
import { LinkButton } from '@/components/ui/button.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { JobView } from '@/lib/memory/views/jobs.ts'

const POLL_MS = 1_000

/** The newest import that is still known, also after the page was loaded again; null when there is none. */
export function useLastImport(initial: JobView | null): JobView | null {
  const { data } = useQuery({
    queryKey: ['jobs', 'last import', initial?.id],
    queryFn: async ({ signal }) =>
      initial && (await fetchJson<JobView>(`/api/v1/jobs/${initial.id}`, signal)),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? POLL_MS : false),
  })
  return data
}

/** What the last import made, to look at and to take back; what was refused stands only where it was read. */
export function LastImport({ job }: { job: JobView }) {
  const href = useProjectHref()
  return (
    <section aria-label="The last import" className="grid justify-items-start gap-2">
      <SectionTitle title="The last import" />
      <div className="flex flex-wrap gap-2">
        <ImportActs job={job} />
        <LinkButton href={href('/jobs')}>Its job</LinkButton>
      </div>
      <p className="text-pretty text-ink-3 text-small">
        Files that were refused, or were here before, are listed only until the page is left.
      </p>
    </section>
  )
}
