import type { Metadata } from 'next'
import { guardPage } from '@/app/guard.ts'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { JobList } from '@/components/jobs/job-list.tsx'
import { getLoupe } from '@/lib/runtime.ts'

export const metadata: Metadata = { title: 'Jobs' }

export default async function JobsPage() {
  await guardPage()
  const loupe = await getLoupe()
  return (
    <>
      <TopBar crumbs={[{ label: 'Jobs' }]} />
      <JobList initial={await loupe.work.listJobs(50)} />
    </>
  )
}
