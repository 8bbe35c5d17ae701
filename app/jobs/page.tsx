import type { Metadata } from 'next'
import { cancelJobAction, retryJobAction } from '@/app/actions.ts'
import { entryActions } from '@/app/entry-actions.ts'
import { guardPage } from '@/app/guard.ts'
import { TopBar } from '@/components/ui/top-bar.tsx'
import { JobList } from '@/components/work/job-list.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Jobs' }

export default async function JobsPage() {
  await guardPage()
  const loupe = await getLoupe()
  return (
    <>
      <TopBar crumbs={[{ label: 'Jobs' }]} />
      <JobList
        initial={await loupe.listJobs(50)}
        cancel={cancelJobAction}
        retry={retryJobAction}
        actions={entryActions}
      />
    </>
  )
}
